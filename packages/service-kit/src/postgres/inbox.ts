import pg from 'pg';

/** Anything that runs SQL inside the transaction in which the message takes effect: a pg client, Prisma's $queryRawUnsafe. */
export type RunSql = (text: string, values: readonly unknown[]) => Promise<{ readonly rowCount: number | null }>;

/** SQL of the inbox table, for a service's migration. */
export const inboxTableSql = `CREATE TABLE "Inbox" (
    "consumer" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Inbox_pkey" PRIMARY KEY ("consumer", "messageId")
);`;

/**
 * Marks a message as received, in the transaction of its effect. False when it was received before, however long ago:
 * then skip the effect. Needs the `Inbox` table in the schema.
 */
export async function claimMessage(
  run: RunSql,
  consumer: string,
  messageId: string,
  schema?: string,
): Promise<boolean> {
  const table = schema ? `${pg.escapeIdentifier(schema)}."Inbox"` : '"Inbox"';
  const { rowCount } = await run(
    `INSERT INTO ${table} ("consumer", "messageId") VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [consumer, messageId],
  );
  return rowCount === 1;
}
