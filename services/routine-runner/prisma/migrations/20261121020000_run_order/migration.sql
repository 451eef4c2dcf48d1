-- The order of runs does not hang on the wall clock, which may be set back.
CREATE SEQUENCE "Run_position_seq" AS BIGINT;
ALTER TABLE "Run" ADD COLUMN "position" BIGINT;
UPDATE "Run" SET "position" = ordered."position"
    FROM (SELECT "id", row_number() OVER (ORDER BY "startedAt", "id") AS "position" FROM "Run") AS ordered
    WHERE ordered."id" = "Run"."id";
SELECT setval('"Run_position_seq"', (SELECT coalesce(max("position"), 0) + 1 FROM "Run"), false);
ALTER TABLE "Run" ALTER COLUMN "position" SET DEFAULT nextval('"Run_position_seq"');
ALTER TABLE "Run" ALTER COLUMN "position" SET NOT NULL;
ALTER SEQUENCE "Run_position_seq" OWNED BY "Run"."position";

DROP INDEX "Run_startedAt_id_idx";
DROP INDEX "Run_routineId_startedAt_id_idx";
CREATE UNIQUE INDEX "Run_position_key" ON "Run"("position");
CREATE INDEX "Run_routineId_position_idx" ON "Run"("routineId", "position");
