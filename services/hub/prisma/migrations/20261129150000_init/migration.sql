-- Boxes of the fleet. The state is the last report, as JSON.
CREATE TABLE "Box" (
    "id" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "notes" TEXT NOT NULL,
    "tags" TEXT NOT NULL,
    "updateHold" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "account" TEXT,
    "enrolledAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastSeenAt" TIMESTAMPTZ(3),
    "sessionID" TEXT,
    "sequence" INTEGER,
    "state" TEXT,
    CONSTRAINT "Box_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Box_serial_key" ON "Box"("serial");
CREATE UNIQUE INDEX "Box_account_key" ON "Box"("account");

-- One-time codes, as digests. A box has at most one.
CREATE TABLE "EnrolmentCode" (
    "digest" TEXT NOT NULL,
    "boxID" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "EnrolmentCode_pkey" PRIMARY KEY ("boxID"),
    CONSTRAINT "EnrolmentCode_boxID_fkey" FOREIGN KEY ("boxID") REFERENCES "Box"("id") ON DELETE CASCADE
);

-- Accounts of boxes on NATS, also revoked ones. NATS has the newest JWT of those that are pushed.
CREATE TABLE "Account" (
    "account" TEXT NOT NULL,
    "boxID" TEXT NOT NULL,
    "userKey" TEXT NOT NULL,
    "jwt" TEXT NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "isPushed" BOOLEAN NOT NULL,
    CONSTRAINT "Account_pkey" PRIMARY KEY ("account"),
    CONSTRAINT "Account_boxID_fkey" FOREIGN KEY ("boxID") REFERENCES "Box"("id") ON DELETE CASCADE
);
CREATE INDEX "Account_boxID_idx" ON "Account"("boxID");

-- What happened on boxes. A fact that arrives twice is stored once.
CREATE TABLE "Fact" (
    "boxID" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Fact_pkey" PRIMARY KEY ("boxID", "id"),
    CONSTRAINT "Fact_boxID_fkey" FOREIGN KEY ("boxID") REFERENCES "Box"("id") ON DELETE CASCADE
);
CREATE INDEX "Fact_boxID_at_idx" ON "Fact"("boxID", "at");
CREATE INDEX "Fact_receivedAt_idx" ON "Fact"("receivedAt");

-- Update waves. The plan is what a person asked for, as JSON.
CREATE TABLE "Wave" (
    "id" TEXT NOT NULL,
    "buildID" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "currentGroup" INTEGER NOT NULL,
    "acceptedFailures" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    CONSTRAINT "Wave_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Wave_open_key" ON "Wave" ((true)) WHERE "status" IN ('running', 'held', 'halted');

CREATE TABLE "WaveBox" (
    "waveID" TEXT NOT NULL,
    "boxID" TEXT NOT NULL,
    "groupIndex" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    CONSTRAINT "WaveBox_pkey" PRIMARY KEY ("waveID", "boxID"),
    CONSTRAINT "WaveBox_waveID_fkey" FOREIGN KEY ("waveID") REFERENCES "Wave"("id") ON DELETE CASCADE,
    CONSTRAINT "WaveBox_boxID_fkey" FOREIGN KEY ("boxID") REFERENCES "Box"("id") ON DELETE CASCADE
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
