import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { ProcessReport } from '@cellwright/domain/cell';
import { systemClock } from './clock.ts';
import type { Health } from './health.ts';
import { lagPrecisionMS, type Metrics } from './metrics.ts';
import { recentLines } from './recent-lines.ts';
import { createSecretRemover, type SecretRemover } from './remove-secrets.ts';

export interface ProcessReportParts {
  readonly health: Pick<Health, 'live' | 'ready'>;
  readonly metrics: Pick<Metrics, 'page'> | undefined;
}

/** Id of builds that were not released. */
export const developmentBuild = 'development';

/** Number of log lines that are read without a pause. */
const linesPerTurn = 10;

/**
 * Describes this process for diagnostics: its dependencies, its load and, if wanted, its newest log lines, without
 * secrets.
 */
export async function describeProcess(
  { health, metrics }: ProcessReportParts,
  withLogs: boolean,
): Promise<ProcessReport> {
  const remover = createSecretRemover(process.env);
  const { ready, reason, dependencies } = await health.ready();
  const { user, system } = process.cpuUsage();
  return {
    process: `${hostname()}:${process.pid}`,
    build: process.env.BUILD_ID || developmentBuild,
    nodeVersion: process.version,
    uptimeSeconds: health.live().uptimeSeconds,
    wallTime: systemClock.wallNow().toISOString(),
    ready,
    ...(reason !== undefined && { reason: remover.fromText(reason) }),
    dependencies: dependencies.map(({ error, ...dependency }) => ({
      ...dependency,
      ...(error !== undefined && { error: remover.fromText(error) }),
    })),
    eventLoopLag: metrics ? readLag((await metrics.page()).toString('utf8')) : null,
    memoryBytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) / 1e6,
    logs: withLogs ? await readLines(remover) : [],
  };
}

/** Returns the newest lines, with pauses: the process may have to send a heartbeat in the meantime. */
async function readLines(remover: SecretRemover): Promise<string[]> {
  const lines: string[] = [];
  for (const line of recentLines.list()) {
    lines.push(remover.fromText(line));
    if (lines.length % linesPerTurn === 0) await setImmediate();
  }
  return lines;
}

/** Returns the delays of a page of metrics; null if it has none. */
export function readLag(page: string): ProcessReport['eventLoopLag'] {
  const read = (name: string) => {
    const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(page) ?? [];
    // The monitor counts its own interval as delay.
    return Math.max(Number(seconds) * 1000 - lagPrecisionMS, 0);
  };
  const [p50MS, p99MS, maxMS] = [read('p50'), read('p99'), read('max')];
  return [p50MS, p99MS, maxMS].every(Number.isFinite) ? { p50MS, p99MS, maxMS } : null;
}
