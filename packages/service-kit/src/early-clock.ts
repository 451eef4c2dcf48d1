import { statSync } from 'node:fs';
import type { Logger } from './logger.ts';

/** Tolerance for a build or copy from another machine whose clock is ahead, ms. */
const toleranceMS = 24 * 3600_000;

/** True if the clock of the machine is before the build of the program, which means that it was never set. */
export function isClockEarly(now: Date, builtAt: Date | undefined): boolean {
  return builtAt !== undefined && now.getTime() < builtAt.getTime() - toleranceMS;
}

/** Warns if the clock of the machine is before the build of the program, which means that it was never set. */
export function warnOfEarlyClock(log: Pick<Logger, 'warn'>, now: Date, builtAt: Date | undefined): void {
  if (builtAt === undefined || !isClockEarly(now, builtAt)) return;
  log.warn(
    'the clock of this machine is behind: this program was built later than that. Set the clock, else dates of runs and of tokens are wrong',
    { clock: now.toISOString(), builtAt: builtAt.toISOString() },
  );
}

/** Returns the modification time of this process's program; undefined if it is unknown. */
export function readBuildTime(program: string | undefined): Date | undefined {
  const built = program === undefined ? undefined : statSync(program, { throwIfNoEntry: false });
  return built?.mtime;
}
