import type { ColumnType, Generated } from 'kysely';
import type { IncludedMigration } from '../postgres/migrate.ts';

/** Tables of the entity store, in the schema of the service that keeps the entities. */
export interface EntityTables {
  /** The newest state of every document, removed ones too. */
  Entity: {
    entity: string;
    id: string;
    version: number;
    /** The document as UTF-8 JSON, exactly as it was checked, without stamps. */
    body: string;
    /** What a find answers, when that is not the document. */
    listing: string | null;
    /** Values to filter, sort and search by. */
    fields: ColumnType<Record<string, unknown>, string, string>;
    createdAt: Date;
    updatedAt: Date;
    updatedByID: string;
    updatedByName: string;
    removedAt: Date | null;
  };
  /** What newer versions replaced. */
  EntityVersion: {
    entity: string;
    id: string;
    version: number;
    body: string;
    savedAt: Date;
    savedByID: string;
    savedByName: string;
  };
  /** Counts the changes of each entity, so that a missed event is noticed. */
  EntityRevision: { entity: string; revision: ColumnType<string, number, number> };
  /** Commands that carried a key, with what came of them. */
  EntityReply: {
    key: string;
    request: string;
    entity: string;
    id: string;
    version: number;
    body: string | null;
    createdAt: Generated<Date>;
  };
  /** Which ids each document names. */
  EntityReference: { entity: string; id: string; target: string };
  /** Which ids live inside each document. */
  EntityMember: { entity: string; id: string; member: string };
  Outbox: { messageId: string; subject: string; payload: ColumnType<unknown, string, never> };
}

/** Makes the tables; a service that keeps entities includes it among its migrations. */
export const entityTablesMigration: IncludedMigration = {
  name: '20261122100000_entities',
  sql: `CREATE TABLE "Entity" (
    "entity" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "listing" TEXT,
    "fields" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedByID" TEXT NOT NULL DEFAULT '',
    "updatedByName" TEXT NOT NULL DEFAULT '',
    "removedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Entity_pkey" PRIMARY KEY ("entity", "id")
);
CREATE INDEX "Entity_newest_idx" ON "Entity"("entity", "createdAt" DESC, "id" DESC) WHERE "removedAt" IS NULL;
CREATE TABLE "EntityVersion" (
    "entity" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,
    "savedByID" TEXT NOT NULL DEFAULT '',
    "savedByName" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "EntityVersion_pkey" PRIMARY KEY ("entity", "id", "version")
);
CREATE TABLE "EntityRevision" (
    "entity" TEXT PRIMARY KEY,
    "revision" BIGINT NOT NULL
);
CREATE TABLE "EntityReply" (
    "key" TEXT PRIMARY KEY,
    "request" TEXT NOT NULL,
    "entity" TEXT NOT NULL DEFAULT '',
    "id" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 0,
    "body" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "EntityReply_createdAt_idx" ON "EntityReply"("createdAt");
CREATE TABLE "EntityReference" (
    "entity" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    CONSTRAINT "EntityReference_pkey" PRIMARY KEY ("entity", "id", "target")
);
CREATE INDEX "EntityReference_target_idx" ON "EntityReference"("target");
CREATE TABLE "EntityMember" (
    "entity" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "member" TEXT NOT NULL,
    CONSTRAINT "EntityMember_pkey" PRIMARY KEY ("entity", "id", "member")
);
CREATE INDEX "EntityMember_member_idx" ON "EntityMember"("member");`,
};
