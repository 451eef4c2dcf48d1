import { statSync } from 'node:fs';
import type { Logger } from './logger.ts';

/** A build on another machine, or a copy of it, may be a little ahead, ms. */
const toleranceMS = 24 * 3600_000;

/** Warns when the clock of the machine shows a time before the program was built, because it was never set. */
export function warnOfEarlyClock(log: Pick<Logger, 'warn'>, now: Date, builtAt: Date | undefined): void {
  if (builtAt === undefined || now.getTime() >= builtAt.getTime() - toleranceMS) return;
  log.warn(
    'the clock of this machine is behind: this program was built later than that. Set the clock, else dates of runs and of tokens are wrong',
    { clock: now.toISOString(), builtAt: builtAt.toISOString() },
  );
}

/** Returns when the program of this process was written; undefined where that is not known. */
export function readBuildTime(program: string | undefined): Date | undefined {
  const built = program === undefined ? undefined : statSync(program, { throwIfNoEntry: false });
  return built?.mtime;
}
