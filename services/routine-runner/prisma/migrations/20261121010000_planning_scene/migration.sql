CREATE TABLE "PlanningScene" (
    "robotKind" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    CONSTRAINT "PlanningScene_pkey" PRIMARY KEY ("robotKind")
);
