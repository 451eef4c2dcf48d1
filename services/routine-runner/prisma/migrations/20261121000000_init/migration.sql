CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "robotKind" TEXT NOT NULL,
    "isTwin" BOOLEAN NOT NULL,
    "routineId" TEXT NOT NULL,
    "routineName" TEXT NOT NULL,
    "routineVersion" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "cycleCount" INTEGER NOT NULL,
    "cycleTimeSeconds" DOUBLE PRECISION,
    "distanceMeters" DOUBLE PRECISION NOT NULL,
    "failure" JSONB,
    "interruptedIn" JSONB,
    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "JournalEntry" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "thread" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "stepId" TEXT,
    "stepPath" TEXT,
    "stepKind" TEXT,
    "result" TEXT,
    "data" JSONB,
    CONSTRAINT "JournalEntry_pkey" PRIMARY KEY ("runId", "seq")
);

CREATE TABLE "StopEpoch" (
    "robotKind" TEXT NOT NULL,
    "reservedTo" BIGINT NOT NULL,
    CONSTRAINT "StopEpoch_pkey" PRIMARY KEY ("robotKind")
);

CREATE TABLE "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Run_startedAt_id_idx" ON "Run"("startedAt", "id");
CREATE INDEX "Run_routineId_startedAt_id_idx" ON "Run"("routineId", "startedAt", "id");
CREATE INDEX "Run_robotKind_endedAt_idx" ON "Run"("robotKind", "endedAt");
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");

ALTER TABLE "JournalEntry" ADD CONSTRAINT "JournalEntry_runId_fkey"
    FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
