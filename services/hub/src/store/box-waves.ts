import {
  type BoxProblem,
  type BoxState,
  boxProblemSchema,
  newWaveSchema,
  type WantedBuild,
} from '@cellwright/domain/fleet';
import * as z from 'zod';
import { type FollowedBox, followBox } from '../domain/follow-box.ts';
import { productionSchema } from '../domain/production.ts';
import type { HubTransaction } from './database.ts';

const storedProductionSchema = z.object({ before: productionSchema.nullable(), after: productionSchema.nullable() });

/** Records the part of a report about the open wave of a box. Returns the build that the box must install now. */
export async function readWanted(
  tx: HubTransaction,
  boxID: string,
  state: BoxState,
  at: Date,
): Promise<WantedBuild | null> {
  const row = await tx
    .selectFrom('WaveBox')
    .innerJoin('Wave', 'Wave.id', 'WaveBox.waveID')
    .innerJoin('Box', 'Box.id', 'WaveBox.boxID')
    .select(['Wave.id', 'Wave.plan', 'Wave.status as waveStatus', 'Wave.currentGroup', 'Box.updateHold'])
    .select(['WaveBox.groupIndex', 'WaveBox.status', 'WaveBox.production', 'WaveBox.watchUntil', 'WaveBox.problem'])
    .where('WaveBox.boxID', '=', boxID)
    .where('Wave.status', 'in', ['running', 'held', 'halted'])
    .executeTakeFirst();
  if (!row) return null;
  const plan = newWaveSchema.parse(JSON.parse(row.plan));
  const box = followBox(
    { ...row, ...readProduction(row.production), problem: readProblem(row.problem) },
    plan,
    state,
    at,
  );
  const isDue = row.waveStatus === 'running' && row.groupIndex <= row.currentGroup && row.updateHold === '';
  const isOpen = box.status === 'waiting' || box.status === 'requested';
  const isWanted = isOpen && isDue && state.software.buildID !== plan.buildID;
  const changed = describeChange(isWanted ? { ...box, status: 'requested' } : box);
  if (changed.status !== row.status || changed.production !== row.production)
    await tx.updateTable('WaveBox').set(changed).where('waveID', '=', row.id).where('boxID', '=', boxID).execute();
  return isWanted ? { buildID: plan.buildID, waveID: row.id } : null;
}

function readProduction(stored: string | null): Pick<FollowedBox, 'before' | 'after'> {
  return stored === null ? { before: null, after: null } : storedProductionSchema.parse(JSON.parse(stored));
}

/** Reads the stored problem of a box. */
export function readProblem(stored: string | null): BoxProblem | null {
  return stored === null ? null : boxProblemSchema.parse(JSON.parse(stored));
}

function describeChange({ status, before, after, watchUntil, problem }: FollowedBox) {
  const production = before === null ? null : JSON.stringify({ before, after });
  return { status, production, watchUntil, problem: problem && JSON.stringify(problem) };
}
