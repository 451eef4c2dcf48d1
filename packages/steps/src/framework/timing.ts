import type { Clock } from '@cellwright/domain/basics';
import type { StepTimeLimit } from './contract.ts';

/** Default time limit of a step's own time. */
const defaultTimeLimitMS = 250;
/** Share of the limit at which the warning comes. */
const warningShare = 0.75;
/** Default polling interval of monitored values. */
const monitoringPollMS = 100;
/** Polling interval of stop-early conditions of a move. */
export const stopEarlyPollMS = 25;

/** Time limit for leaving a step, real ms. */
export const leaveLimitMS = 500;

export const defaultTimeLimit: StepTimeLimit = { limitMS: defaultTimeLimitMS, warningMS: null };
export const noTimeLimit: StepTimeLimit = { limitMS: null, warningMS: null };

/**
 * Returns the effective limit and warning, ms: the specification's, but at least 250 ms more than the step's nominal
 * time.
 * @param timeScale of the clock that measures them: the 250 ms are the cell's own work, which takes real time.
 */
export function effectiveTimeLimit(
  limit: StepTimeLimit,
  timeScale = 1,
): { limitMS: number; warningMS: number } | undefined {
  if (limit.limitMS === null) return undefined;
  const nominalMS = limit.nominalMS ?? 0;
  const ownMS = defaultTimeLimitMS * timeScale;
  return {
    limitMS: Math.max(limit.limitMS, nominalMS + ownMS),
    warningMS: Math.max(limit.warningMS ?? limit.limitMS * warningShare, nominalMS + ownMS * warningShare),
  };
}

export interface PollOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly everyMS?: number;
  /** Ends the poll exactly after this time, not at the next check. */
  readonly forMS?: number;
}

/** Calls `look` at once and then repeatedly until it returns a value; undefined if the time was up first. */
export async function poll<Answer>(
  options: PollOptions,
  look: () => Promise<Answer | undefined> | Answer | undefined,
): Promise<Answer | undefined> {
  const { clock, signal, everyMS = monitoringPollMS, forMS = Number.POSITIVE_INFINITY } = options;
  const deadline = clock.now() + forMS;
  for (;;) {
    const answer = await look();
    if (answer !== undefined) return answer;
    const remaining = deadline - clock.now();
    if (remaining <= 0) return undefined;
    await clock.sleep(Math.min(everyMS, remaining), signal);
  }
}
