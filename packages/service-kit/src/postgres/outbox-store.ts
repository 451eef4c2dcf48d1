import pg from 'pg';
import type { OutboxRow, OutboxStore } from '../outbox.ts';
import { guardDatabase } from './pool.ts';

/** SQL of the outbox table, for a service's migration. */
export const outboxTableSql = `CREATE TABLE "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");`;

/**
 * Creates the store of unsent rows of an `Outbox` table, in the order of their ids. Sent rows are deleted, because the
 * facts are stored elsewhere.
 */
export function createOutboxStore(pool: pg.Pool, schema: string): OutboxStore<string> {
  const table = `${pg.escapeIdentifier(schema)}."Outbox"`;
  return {
    async claimBatch(limit) {
      const { rows } = await guardDatabase(() =>
        pool.query<OutboxRow<string>>(
          // The order names the table: a bare "id" would be the text in the result, and 10 would sort before 9.
          `SELECT row."id"::text, row."messageId", row."subject", row."payload" FROM ${table} AS row
           WHERE row."sentAt" IS NULL ORDER BY row."id" LIMIT $1`,
          [limit],
        ),
      );
      return rows;
    },
    async markSent(ids) {
      await guardDatabase(() => pool.query(`DELETE FROM ${table} WHERE "id" = ANY($1::bigint[])`, [ids]));
    },
  };
}
