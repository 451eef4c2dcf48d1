-- What stopped a run before its end, and by whose command.
ALTER TABLE "Run" ADD COLUMN "stop" JSONB;
