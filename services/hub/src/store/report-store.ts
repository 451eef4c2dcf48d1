import type { BoxFact, BoxReport, WantedBuild } from '@cellwright/domain/fleet';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { sql } from 'kysely';
import { readWanted } from './box-waves.ts';
import type { HubDatabase, HubTransaction } from './database.ts';

/** Facts are stored for 30 days. */
const factLifeMS = 30 * 24 * 3_600_000;

/** Reports of boxes. A report that arrives twice changes nothing, and a late one does not replace a newer state. */
export class ReportStore {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  /** Stores a report. Returns undefined for an account that no enrolled box has. */
  store(account: string, report: BoxReport, at: Date): Promise<{ readonly wanted: WantedBuild | null } | undefined> {
    return guardDatabase(() =>
      this.#database.db.transaction().execute(async (tx) => {
        const boxID = await storeState(tx, account, report, at);
        if (boxID === undefined) return undefined;
        if (report.facts.length > 0) await storeFacts(tx, boxID, report.facts, at);
        return { wanted: await readWanted(tx, boxID, report.state, at) };
      }),
    );
  }

  /** Deletes facts that are too old. */
  async prune(now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - factLifeMS);
    await guardDatabase(() => this.#database.db.deleteFrom('Fact').where('receivedAt', '<', oldest).execute());
  }
}

async function storeState(
  tx: HubTransaction,
  account: string,
  { sessionID, sequence, state }: BoxReport,
  at: Date,
): Promise<string | undefined> {
  const isNewer = sql<boolean>`("sessionID" IS DISTINCT FROM ${sessionID} OR "sequence" < ${sequence})`;
  const changed = await tx
    .updateTable('Box')
    .set({ lastSeenAt: at, sessionID, sequence, state: JSON.stringify(state) })
    .where('account', '=', account)
    .where(isNewer)
    .returning('id')
    .executeTakeFirst();
  if (changed) return changed.id;
  const seen = { lastSeenAt: at };
  const row = await tx.updateTable('Box').set(seen).where('account', '=', account).returning('id').executeTakeFirst();
  return row?.id;
}

async function storeFacts(tx: HubTransaction, boxID: string, facts: readonly BoxFact[], at: Date): Promise<void> {
  const rows = facts.map((fact) => ({ ...fact, at: new Date(fact.at), boxID, receivedAt: at }));
  await tx
    .insertInto('Fact')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['boxID', 'id']).doNothing())
    .execute();
}
