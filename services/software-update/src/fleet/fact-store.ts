import { type BoxFact, boxFactSchema, maxFactsPerReport } from '@cellwright/domain/fleet';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { SoftwareDatabase } from '../store/database.ts';

/** Facts that a box stores while its hub is unavailable. */
export const maxWaitingFacts = 5000;

export interface WaitingFacts {
  /** Number of the newest of them in the queue. */
  readonly lastID: string;
  readonly facts: readonly BoxFact[];
}

/** Queue of facts for the hub. It outlives the process; the oldest facts are dropped when it is full. */
export class FactStore {
  readonly #db: SoftwareDatabase['db'];
  readonly #maxWaiting: number;
  #dropped = 0;

  constructor(db: SoftwareDatabase['db'], maxWaiting = maxWaitingFacts) {
    this.#db = db;
    this.#maxWaiting = maxWaiting;
  }

  /** Number of facts that were dropped since the start of the process. */
  get dropped(): number {
    return this.#dropped;
  }

  async add(fact: BoxFact): Promise<void> {
    await guardDatabase(async () => {
      await this.#db
        .insertInto('FleetFact')
        .values({ body: JSON.stringify(fact) })
        .execute();
      const surplus = (await this.count()) - this.#maxWaiting;
      if (surplus <= 0) return;
      const oldest = this.#db.selectFrom('FleetFact').select('id').orderBy('id').limit(surplus);
      await this.#db.deleteFrom('FleetFact').where('id', 'in', oldest).execute();
      this.#dropped += surplus;
    });
  }

  /** Returns the oldest facts, at most those of one report. */
  readOldest(): Promise<WaitingFacts> {
    return guardDatabase(async () => {
      const rows = await this.#db.selectFrom('FleetFact').selectAll().orderBy('id').limit(maxFactsPerReport).execute();
      const facts = rows.map(({ body }) => boxFactSchema.parse(JSON.parse(body)));
      return { lastID: rows.at(-1)?.id ?? '0', facts };
    });
  }

  /** Removes facts that the hub has stored. */
  async removeUpTo(lastID: string): Promise<void> {
    await guardDatabase(() => this.#db.deleteFrom('FleetFact').where('id', '<=', lastID).execute());
  }

  async count(): Promise<number> {
    const counted = await guardDatabase(() =>
      this.#db
        .selectFrom('FleetFact')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return Number(counted.count);
  }

  async clear(): Promise<void> {
    await guardDatabase(() => this.#db.deleteFrom('FleetFact').execute());
  }
}
