-- Runs are answered like stored things: their version counts the changes that are told.
ALTER TABLE "Run" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "Run" ADD COLUMN "updatedAt" TIMESTAMPTZ(3);
UPDATE "Run" SET "updatedAt" = COALESCE("endedAt", "startedAt");
ALTER TABLE "Run" ALTER COLUMN "updatedAt" SET NOT NULL;
CREATE INDEX "Run_startedAt_idx" ON "Run"("startedAt");
