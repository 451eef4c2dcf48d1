-- What was recorded of each run, in parts of some seconds: gzip of JSON. No foreign key: a part may be written before its run.
CREATE TABLE "RunRecording" (
    "runId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "robotKind" TEXT NOT NULL,
    "from" DOUBLE PRECISION NOT NULL,
    "to" DOUBLE PRECISION NOT NULL,
    "hasKeyframe" BOOLEAN NOT NULL,
    "size" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "RunRecording_pkey" PRIMARY KEY ("runId", "index")
);
