import type { ColumnType, Generated } from 'kysely';
import type { IncludedMigration } from '../postgres/migrate.ts';

/** Tables of the entity store, in the schema of the service that owns the entities. */
export interface EntityTables {
  /** Newest state of every document, including removed ones. */
  Entity: {
    entity: string;
    id: string;
    version: number;
    /** The document as UTF-8 JSON, exactly as validated, without stamps. */
    body: string;
    /** Entry of a find result, if it is not the document. */
    listing: string | null;
    /** Values for filters, sorting and search. */
    fields: ColumnType<Record<string, unknown>, string, string>;
    createdAt: Date;
    updatedAt: Date;
    updatedByID: string;
    updatedByName: string;
    removedAt: Date | null;
  };
  /** Earlier versions. */
  EntityVersion: {
    entity: string;
    id: string;
    version: number;
    body: string;
    savedAt: Date;
    savedByID: string;
    savedByName: string;
  };
  /** Counts the changes of each entity, so that a missed event is detected. */
  EntityRevision: { entity: string; revision: ColumnType<string, number, number> };
  /** Commands with a key, with their results. */
  EntityReply: {
    key: string;
    request: string;
    entity: string;
    id: string;
    version: number;
    body: string | null;
    createdAt: Generated<Date>;
  };
  /** Ids referenced by each document. */
  EntityReference: { entity: string; id: string; target: string };
  /** Ids inside each document. */
  EntityMember: { entity: string; id: string; member: string };
  Outbox: { messageId: string; subject: string; payload: ColumnType<unknown, string, never> };
}

/** Creates the tables; a service that owns entities includes it among its migrations. */
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
