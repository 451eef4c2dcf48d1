import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  createReplayCursor,
  largestInt32,
  ProductError,
  partsFor,
  type Replay,
  type ReplayMoment,
  type ReplayRecord,
  replayMomentSchema,
  replayRecordSchema,
  replaySchema,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { sendJsonText } from '../http/documents.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Runs'];
const unpack = promisify(gunzip);
/** An instant further from the last whole state than this, records, is not told: its parts are. */
const maxRecords = 1000;

const madeByAnother = 'This recording was made by another version of the cell, which told other things';

type Runner = Pick<Clients['runner'], 'listRecording' | 'getRecording'>;

/** `/api/v1/cell/runs/:id/replay`: what was recorded of a run, whole and at any instant. */
export async function replayRoutes(instance: FastifyInstance, { runner }: { readonly runner: Runner }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/runs/:id/replay',
    {
      schema: {
        tags,
        summary: 'What there is to replay of a run',
        description:
          'The newest runs of each robot are recorded: the state of the robot, with its steps, variables and I/O, and ' +
          'where the arm was. A recording has parts of some seconds. not_found: nothing is recorded, or it is forgotten.',
        params: idParams,
        response: { 200: replaySchema },
      },
    },
    ({ params }) => readReplay(runner, params.id),
  );
  app.get(
    '/runs/:id/replay/parts/:index',
    {
      schema: {
        tags,
        summary: 'A part of the recording of a run',
        params: idParams.extend({ index: z.coerce.number().int().min(0).max(largestInt32) }),
        response: { 200: replayRecordSchema },
      },
    },
    async ({ params: { id, index } }, reply) => sendJsonText(reply, await readRecord(runner, id, index)),
  );
  app.get(
    '/runs/:id/replay/moment',
    {
      schema: {
        tags,
        summary: 'A run at one instant: the arm, steps, variables and I/O',
        description: 'Seconds since the run began; before or after what is recorded, its first or last instant.',
        params: idParams,
        querystring: z.object({ seconds: z.coerce.number().min(0).max(largestInt32) }),
        response: { 200: replayMomentSchema },
      },
    },
    ({ params, query }) => readMoment(runner, params.id, query.seconds),
  );
}

async function readReplay(runner: Runner, runID: string): Promise<Replay> {
  const { parts } = await runner.listRecording({ runId: runID });
  const first = parts.find(({ hasKeyframe }) => hasKeyframe);
  const last = parts.at(-1);
  if (!first || !last)
    throw new ProductError('not_found', 'There is no recording of this run; the newest runs have one');
  return { runID, from: first.from, to: last.to, parts: parts.filter(({ index }) => index >= first.index) };
}

async function readRecord(runner: Runner, runId: string, index: number): Promise<Buffer> {
  const { packed } = await runner.getRecording({ runId, index });
  return unpack(packed);
}

async function readMoment(runner: Runner, runID: string, seconds: number): Promise<ReplayMoment> {
  const { from, to, parts } = await readReplay(runner, runID);
  const at = Math.min(Math.max(seconds, from), to);
  const needed = partsFor(parts, at);
  if (needed.length > maxRecords) throw new ProductError('too_large', 'This instant takes too many parts; read them');
  const records: ReplayRecord[] = [];
  for (const { index } of needed) {
    const record = replayRecordSchema.safeParse(JSON.parse((await readRecord(runner, runID, index)).toString('utf8')));
    if (!record.success) throw new ProductError('not_found', madeByAnother);
    records.push(record.data);
  }
  const cursor = createReplayCursor(records);
  if (!cursor) throw new ProductError('not_found', 'This instant is not recorded; choose another');
  return { runID, seconds: at, ...cursor.seek(at) };
}
