-- A batch that was given up, because the database did not answer, may still be carried out after the one that replaced it.
-- `writeOrder` is the order in which the runner wrote, `newsOrder` that of the write which last changed the run's status.
ALTER TABLE "Run"
    ADD COLUMN "writeOrder" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "newsOrder" BIGINT NOT NULL DEFAULT 0;
