CREATE TYPE "Collection" AS ENUM ('routine', 'spaceItem', 'variable');

CREATE TABLE "Document" (
    "collection" "Collection" NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL,
    "summary" JSONB NOT NULL,
    "memberIds" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Document_pkey" PRIMARY KEY ("collection", "id")
);

CREATE TABLE "DocumentVersion" (
    "collection" "Collection" NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,
    "savedByName" TEXT NOT NULL,
    CONSTRAINT "DocumentVersion_pkey" PRIMARY KEY ("collection", "id", "version")
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

CREATE INDEX "Document_collection_deletedAt_createdAt_id_idx" ON "Document"("collection", "deletedAt", "createdAt", "id");
CREATE INDEX "Document_memberIds_idx" ON "Document" USING GIN ("memberIds");
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");

ALTER TABLE "DocumentVersion" ADD CONSTRAINT "DocumentVersion_collection_id_fkey"
    FOREIGN KEY ("collection", "id") REFERENCES "Document"("collection", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
