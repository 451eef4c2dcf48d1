import { createId, ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import { type NewWave, newWaveSchema, type Wave, type WaveBoxStatus, type WaveStatus } from '@cellwright/domain/fleet';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import { advanceWave, assignGroups, failedStatuses } from '../domain/advance-wave.ts';
import { readProblem } from './box-waves.ts';
import type { HubDatabase, HubTables, HubTransaction, OwnTables, Transact } from './database.ts';

type WaveRow = OwnTables['Wave'];

const shownWaves = 50;
const shownProblems = 20;
const openStatuses: readonly WaveStatus[] = ['running', 'held', 'halted'];
const newMember = { status: 'waiting', production: null, watchUntil: null, problem: null } as const;

export interface WaveAct {
  readonly id: string;
  readonly entry: AuditEntry;
}

/** Update waves. All of their state is in the database, so that they continue after a restart. */
export class WaveStore {
  readonly #database: HubDatabase;
  readonly #transact: Transact;

  constructor(database: HubDatabase, transact: Transact) {
    this.#database = database;
    this.#transact = transact;
  }

  list(): Promise<Wave[]> {
    return guardDatabase(async () => {
      const { db } = this.#database;
      const rows = await db.selectFrom('Wave').selectAll().orderBy('createdAt', 'desc').limit(shownWaves).execute();
      return Promise.all(rows.map((row) => describeWave(db, row)));
    });
  }

  /** @throws ProductError conflict while another wave is open, or if no enrolled box has any of the tags. */
  create(plan: NewWave, { at, by, entry }: { at: Date; by: string; entry: AuditEntry }): Promise<Wave> {
    return this.#transact(async (tx, audit) => {
      await audit(entry);
      const open = await tx.selectFrom('Wave').select('id').where('status', 'in', openStatuses).executeTakeFirst();
      if (open) throw new ProductError('conflict', 'Another wave is not finished. End it first');
      const boxes = await findBoxes(tx, plan.tags);
      if (boxes.length === 0) throw new ProductError('conflict', describeNoBoxes(plan));
      const row: WaveRow = {
        ...{ id: createId('wave'), buildID: plan.buildID, plan: JSON.stringify(plan), status: 'running', reason: null },
        ...{ currentGroup: 0, acceptedFailures: 0, createdAt: at, createdBy: by },
      };
      await tx.insertInto('Wave').values(row).execute();
      const groups = assignGroups(boxes.length, plan.groups);
      const members = boxes.map((boxID, index) => {
        return { ...newMember, waveID: row.id, boxID, groupIndex: groups[index] ?? 0 };
      });
      await tx.insertInto('WaveBox').values(members).execute();
      return describeWave(tx, row);
    });
  }

  hold({ id, entry }: WaveAct, reason: string): Promise<Wave> {
    return this.#change({ id, entry }, ['running'], async () => ({ status: 'held', reason }));
  }

  /** Continues; earlier failures no longer count. */
  resume(act: WaveAct): Promise<Wave> {
    return this.#change(act, ['held', 'halted'], async (tx) => {
      const members = tx.selectFrom('WaveBox').select('boxID').where('waveID', '=', act.id);
      const failed = await members.where('status', 'in', failedStatuses).execute();
      return { status: 'running', reason: null, acceptedFailures: failed.length };
    });
  }

  cancel(act: WaveAct): Promise<Wave> {
    return this.#change(act, openStatuses, async () => ({ status: 'cancelled', reason: null }));
  }

  /** Advances the running wave. `isOnline` returns whether a box is connected. */
  async advance(
    isOnline: (box: { readonly account: string | null; readonly lastSeenAt: Date | null }) => boolean,
  ): Promise<void> {
    await guardDatabase(() =>
      this.#database.db.transaction().execute(async (tx) => {
        const wave = await tx
          .selectFrom('Wave')
          .selectAll()
          .where('status', '=', 'running')
          .forUpdate()
          .executeTakeFirst();
        if (!wave) return;
        const rows = await tx
          .selectFrom('WaveBox')
          .innerJoin('Box', 'Box.id', 'WaveBox.boxID')
          .select(['WaveBox.groupIndex', 'WaveBox.status', 'WaveBox.problem', 'Box.account', 'Box.lastSeenAt'])
          .select(['Box.updateHold', 'Box.serial', 'Box.alias'])
          .where('waveID', '=', wave.id)
          .execute();
        const members = rows.map((row) => ({
          ...row,
          name: nameOf(row),
          problem: readProblem(row.problem),
          isAwaited: (row.updateHold === '' || row.status === 'watching') && isOnline(row),
        }));
        const progress = advanceWave({ ...wave, plan: readPlan(wave) }, members);
        await tx.updateTable('Wave').set(progress).where('id', '=', wave.id).execute();
      }),
    );
  }

  #change(
    { id, entry }: WaveAct,
    from: readonly WaveStatus[],
    change: (tx: HubTransaction) => Promise<Partial<WaveRow>>,
  ): Promise<Wave> {
    return this.#transact(async (tx, audit) => {
      await audit(entry);
      const row = await tx.selectFrom('Wave').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!row) throw new ProductError('not_found', 'There is no such wave');
      if (!from.includes(row.status)) throw new ProductError('conflict', `The wave is ${row.status}`);
      const changed = await change(tx);
      await tx.updateTable('Wave').set(changed).where('id', '=', id).execute();
      return describeWave(tx, { ...row, ...changed });
    });
  }
}

function readPlan({ plan }: WaveRow): NewWave {
  return newWaveSchema.parse(JSON.parse(plan));
}

function describeNoBoxes({ tags }: NewWave): string {
  return tags.length === 0 ? 'No box has joined the fleet' : 'No box of the fleet has any of these tags';
}

/** Returns the ids of enrolled boxes with any of the tags, in the order of their serial numbers. */
async function findBoxes(tx: HubTransaction, tags: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('Box')
    .select(['id', 'tags'])
    .where('account', 'is not', null)
    .orderBy('serial')
    .execute();
  const hasTag = (stored: string) => tags.some((tag) => JSON.parse(stored).includes(tag));
  return rows.filter((row) => tags.length === 0 || hasTag(row.tags)).map(({ id }) => id);
}

async function describeWave(db: Kysely<HubTables>, row: WaveRow): Promise<Wave> {
  const plan = readPlan(row);
  const rows = await db
    .selectFrom('WaveBox')
    .select(['groupIndex', 'status', ({ fn }) => fn.countAll<string>().as('count')])
    .where('waveID', '=', row.id)
    .groupBy(['groupIndex', 'status'])
    .execute();
  const countOf = (group: number, wanted: WaveBoxStatus) =>
    Number(rows.find(({ groupIndex, status }) => groupIndex === group && status === wanted)?.count ?? 0);
  const { id, status, reason, currentGroup, createdBy } = row;
  return {
    ...plan,
    ...{ id, status, reason, currentGroup, createdBy, createdAt: row.createdAt.toISOString() },
    counts: plan.groups.map((_, group) => ({
      waiting: countOf(group, 'waiting'),
      requested: countOf(group, 'requested'),
      watching: countOf(group, 'watching'),
      installed: countOf(group, 'installed'),
      degraded: countOf(group, 'degraded'),
      failed: countOf(group, 'failed'),
    })),
    problems: await listProblems(db, row.id),
  };
}

async function listProblems(db: Kysely<HubTables>, waveID: string): Promise<Wave['problems']> {
  const rows = await db
    .selectFrom('WaveBox')
    .innerJoin('Box', 'Box.id', 'WaveBox.boxID')
    .select(['Box.serial', 'Box.alias', 'WaveBox.problem'])
    .where('waveID', '=', waveID)
    .where('problem', 'is not', null)
    .orderBy('Box.serial')
    .limit(shownProblems)
    .execute();
  return rows.flatMap((row) => {
    const problem = readProblem(row.problem);
    return problem ? [{ box: nameOf(row), problem }] : [];
  });
}

function nameOf({ alias, serial }: { readonly alias: string; readonly serial: string }): string {
  return alias === '' ? serial : alias;
}
