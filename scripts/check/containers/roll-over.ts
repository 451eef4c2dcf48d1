// R28: SIGTERM of the only gateway at 100 requests a second. Accepted requests are answered, and the port answers again
// within 5 s.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { CommandError } from './commands.ts';
import { until } from './report.ts';
import type { Inspected, Stack } from './stack.ts';

const perSecond = 100;
const seconds = 20;
/** Long enough for requests to flow before, and to reach the new one after. */
const signalAfterMS = 5000;
const limits = { awayMS: 5000 };
const name = 'roll_over';

const streamSchema = z.object({
  asked: z.number(),
  answered: z.number(),
  /** Names of stored documents, as reported to their clients. */
  stored: z.array(z.string()),
  awayMS: z.number(),
  refused: z.number(),
  broken: z.number(),
  failed: z.record(z.string(), z.number()),
});
const listSchema = z.object({
  items: z.array(z.object({ name: z.string() })),
  pagination: z.object({ total: z.number() }),
});

export interface RollOver {
  readonly asked: number;
  readonly answered: number;
  /** Stored, but not acknowledged to its client. */
  readonly acceptedUnanswered: number;
  /** Reported as stored to its client, but not stored. */
  readonly answeredNotStored: number;
  readonly refused: number;
  readonly broken: number;
  readonly awayMS: number;
  readonly [figure: string]: unknown;
}

/**
 * Runs the row.
 * @throws Error with the figures when it fails.
 */
export async function rollOver(stack: Stack, { token, image }: { token: string; image: string }): Promise<RollOver> {
  const stream = startStream(stack, token, image);
  // Wait until requests flow; a stream that could not be started is reported below.
  const flows = until(async () => ((await listNames(stack.url, token)).length > perSecond / 4 ? true : undefined), {
    ...{ withinMS: 30_000, sentence: 'no requests were answered' },
  });
  await Promise.race([flows, stream]);
  await sleep(signalAfterMS - 1000);
  const before = await stack.signal('gateway', 'SIGTERM', image);
  const { stored: told, awayMS, ...outcome } = streamSchema.parse(JSON.parse(await stream));
  const now = await stack.untilHealthy('gateway', 60_000);
  if (now.State.StartedAt === before.State.StartedAt) throw new Error('the gateway was not started again');
  const stored = new Set(await listNames(stack.url, token));
  const known = new Set(told);
  const figures = {
    ...outcome,
    ...(await partsOf(stack, before, now)),
    ...{ stored: stored.size, awayMS, limits },
    acceptedUnanswered: [...stored].filter((each) => !known.has(each)).length,
    answeredNotStored: told.filter((each) => !stored.has(each)).length,
  };
  const isLost = figures.acceptedUnanswered + figures.answeredNotStored + Object.keys(outcome.failed).length > 0;
  if (isLost || awayMS > limits.awayMS) throw new Error(`R28 does not hold: ${JSON.stringify(figures)}`);
  return figures;
}

const logSchema = z.looseObject({ time: z.coerce.date(), message: z.string().optional() });

/**
 * Returns the parts of the outage, ms: the gateway drains and ends, the engine starts it again, the gateway boots until
 * it listens.
 */
async function partsOf(stack: Stack, before: Inspected, now: Inspected) {
  const startedAt = new Date(now.State.StartedAt);
  const log = await stack.engine.docker(['logs', '--since', before.State.StartedAt, now.Id]);
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => logSchema.parse(JSON.parse(line)));
  const last = (message: string) => lines.findLast((line) => line.message === message)?.time ?? startedAt;
  const [stopping, stopped] = [last('stopping'), last('stopped')];
  return {
    drainMS: stopped.getTime() - stopping.getTime(),
    restartMS: startedAt.getTime() - stopped.getTime(),
    bootMS: last('listening').getTime() - startedAt.getTime(),
  };
}

/**
 * Starts it in a separate container: through the port that the engine publishes, every connection would appear
 * accepted.
 */
async function startStream(stack: Stack, token: string, image: string): Promise<string> {
  const env = {
    ...{ DOOR: 'http://gateway:3000', TOKEN: token, PREFIX: name },
    ...{ PER_SECOND: String(perSecond), SECONDS: String(seconds) },
  };
  const named = Object.keys(env).flatMap((variable) => ['--env', variable]);
  const network = `${stack.project}_default`;
  try {
    return await stack.engine.docker(
      [
        'run',
        '--rm',
        '--interactive',
        `--network=${network}`,
        ...named,
        '--entrypoint=node',
        image,
        '--input-type=module',
        '-',
      ],
      { env, input: readFileSync('scripts/check/containers/request-stream.mjs', 'utf8'), withinMS: 120_000 },
    );
  } catch (error) {
    if (error instanceof CommandError) error.message = `the stream of requests ended: ${error.message}`;
    throw error;
  }
}

async function listNames(url: string, token: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const answer = await fetch(`${url}/api/v1/cell/variables?limit=200&offset=${names.length}&sort=name`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`the variables are listed with ${answer.status}: ${await answer.text()}`);
    const { items, pagination } = listSchema.parse(await answer.json());
    names.push(...items.map((item) => item.name));
    if (items.length === 0 || names.length >= pagination.total) return names.filter((each) => each.startsWith(name));
  }
}
