import type { Clock } from '@cellwright/domain';
import type { StepTimeLimit } from './contract.ts';

/** A step's own time is at most this, unless its kind says otherwise. */
const defaultTimeLimitMS = 250;
/** A warning comes at this share of the limit. */
const warningShare = 0.75;
/** What is watched is looked at this often, unless its kind says otherwise. */
const monitoringPollMS = 100;
/** A move with stop-early conditions looks at them this often. */
export const stopEarlyPollMS = 25;

/** A step may take this long to be left, real ms. */
export const leaveLimitMS = 500;

export const defaultTimeLimit: StepTimeLimit = { limitMS: defaultTimeLimitMS, warningMS: null };
export const noTimeLimit: StepTimeLimit = { limitMS: null, warningMS: null };

/**
 * The limit and warning that hold, ms; the spec's, but never less than 250 ms over the step's nominal time.
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
  /** Ends the poll after this long, exactly: not at the next look. */
  readonly forMS?: number;
}

/** Looks at once and then again and again until `look` answers something; undefined when the time was up first. */
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
