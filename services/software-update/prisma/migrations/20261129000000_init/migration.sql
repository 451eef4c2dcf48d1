-- Journal of installs. At most one is under way.
CREATE TABLE "Install" (
    "id" TEXT NOT NULL,
    "buildID" TEXT NOT NULL,
    "fromBuildID" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "source" TEXT,
    "manifest" TEXT NOT NULL,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Install_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Install_under_way_key" ON "Install" ((true)) WHERE "outcome" IN ('running', 'rollingBack');
CREATE INDEX "Install_createdAt_idx" ON "Install"("createdAt");

CREATE TABLE "Backup" (
    "id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Backup_pkey" PRIMARY KEY ("id")
);

-- Values of which there is one each, as JSON.
CREATE TABLE "Setting" (
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "Setting_pkey" PRIMARY KEY ("name")
);

-- Audit entries on their way to the audit log.
CREATE TABLE "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");
