-- Production of a box before and after its install, as JSON, the end of the comparison, and what became worse.
ALTER TABLE "WaveBox"
    ADD COLUMN "production" TEXT,
    ADD COLUMN "watchUntil" TIMESTAMPTZ(3),
    ADD COLUMN "problem" TEXT;
