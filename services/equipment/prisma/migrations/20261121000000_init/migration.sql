CREATE TABLE "Equipment" (
    "id" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "isEnabled" BOOLEAN NOT NULL,
    "simulatorPort" INTEGER,
    "version" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Equipment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Command" (
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "result" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Command_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Reply" (
    "key" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Reply_pkey" PRIMARY KEY ("key")
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

-- Two devices on one simulator port would answer for each other. Prisma's schema cannot say "among the living".
CREATE UNIQUE INDEX "Equipment_simulatorPort_key" ON "Equipment"("simulatorPort") WHERE "deletedAt" IS NULL;
CREATE INDEX "Command_createdAt_idx" ON "Command"("createdAt");
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");
