-- What the newest run of each robot needs to be gone on with: where it is, its variables and those of its steps.
CREATE TABLE "RunProgress" (
    "robotKind" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "writeOrder" BIGINT NOT NULL,

    CONSTRAINT "RunProgress_pkey" PRIMARY KEY ("robotKind", "runId", "scope", "id")
);
