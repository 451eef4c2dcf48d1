import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ProductError } from '@cellwright/domain/basics';
import {
  createReplayCursor,
  partsFor,
  type Replay,
  type ReplayMoment,
  type ReplayRecord,
  replayRecordSchema,
} from '@cellwright/domain/run';
import { type CallHandlers, JsonText } from '@cellwright/service-kit/calls';
import type { Clients } from '../rpc/clients.ts';

const unpack = promisify(gunzip);
/** Maximum of records for one instant; more are rejected. */
const maxRecords = 1000;

const madeByAnother = 'This recording was made by another version of the cell and cannot be read';

type Runner = Pick<Clients['runner'], 'listRecording' | 'getRecording'>;

/** Creates the replay calls. Recordings are unpacked here, away from the process that moves the arm. */
export function createReplayCalls(
  runner: Runner,
): Pick<CallHandlers<'gateway'>, 'getReplay' | 'getReplayPart' | 'getReplayMoment'> {
  return {
    getReplay: ({ id }) => readReplay(runner, id),
    getReplayPart: async ({ id, index }) => new JsonText(await readRecord(runner, id, index)),
    getReplayMoment: ({ id, seconds }) => readMoment(runner, id, seconds),
  };
}

async function readReplay(runner: Runner, runID: string): Promise<Replay> {
  const { parts } = await runner.listRecording({ runId: runID });
  const first = parts.find(({ hasKeyframe }) => hasKeyframe);
  const last = parts.at(-1);
  if (!first || !last) throw new ProductError('not_found', 'This run has no recording. Only the newest runs have one');
  return { runID, from: first.from, to: last.to, parts: parts.filter(({ index }) => index >= first.index) };
}

async function readRecord(runner: Runner, runId: string, index: number): Promise<string> {
  const { packed } = await runner.getRecording({ runId, index });
  return (await unpack(packed)).toString('utf8');
}

async function readMoment(runner: Runner, runID: string, seconds: number): Promise<ReplayMoment> {
  const { from, to, parts } = await readReplay(runner, runID);
  const at = Math.min(Math.max(seconds, from), to);
  const needed = partsFor(parts, at);
  if (needed.length > maxRecords)
    throw new ProductError('too_large', 'This instant needs too many parts. Read the parts instead');
  const records: ReplayRecord[] = [];
  for (const { index } of needed) {
    const record = replayRecordSchema.safeParse(JSON.parse(await readRecord(runner, runID, index)));
    if (!record.success) throw new ProductError('not_found', madeByAnother);
    records.push(record.data);
  }
  const cursor = createReplayCursor(records);
  if (!cursor) throw new ProductError('not_found', 'This instant is not recorded. Choose another');
  return { runID, seconds: at, ...cursor.seek(at) };
}
