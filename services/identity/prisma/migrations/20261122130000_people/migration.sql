-- Entities tell of their changes.
CREATE TABLE IF NOT EXISTS "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX IF NOT EXISTS "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX IF NOT EXISTS "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");

-- What users sign in with. Their documents are entities and hold none of it.
CREATE TABLE "Credential" (
    "userID" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "passwordHash" TEXT,
    "pinHash" TEXT,
    CONSTRAINT "Credential_pkey" PRIMARY KEY ("userID")
);
CREATE UNIQUE INDEX "Credential_username_key" ON "Credential"("username");

CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userID" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Session_secretHash_key" ON "Session"("secretHash");
CREATE INDEX "Session_userID_idx" ON "Session"("userID");

-- One link a user; the set-up of the cell is nobody's yet.
CREATE TABLE "Link" (
    "userID" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    CONSTRAINT "Link_pkey" PRIMARY KEY ("userID")
);
CREATE UNIQUE INDEX "Link_secretHash_key" ON "Link"("secretHash");

CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "publicJwk" TEXT NOT NULL,
    "privateJwk" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- Developer tokens become entities; their secrets stay here.
INSERT INTO "Entity" ("entity", "id", "version", "body", "fields", "createdAt", "updatedAt", "removedAt")
SELECT 'tokens', "id", 1,
    json_build_object(
        'id', "id", 'name', "name", 'permissions', COALESCE("permissions", '{}'),
        'expiresAt', to_char("expiresAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'createdByID', '', 'createdByName', '', 'lastUsedAt', NULL)::text,
    jsonb_build_object('id', "id", 'name', "name", 'createdByID', ''),
    "createdAt", COALESCE("revokedAt", "createdAt"), "revokedAt"
FROM "Token";
ALTER TABLE "Token" RENAME TO "TokenSecret";
ALTER TABLE "TokenSecret" DROP COLUMN "name", DROP COLUMN "permissions", DROP COLUMN "createdAt",
    DROP COLUMN "expiresAt", DROP COLUMN "revokedAt";
