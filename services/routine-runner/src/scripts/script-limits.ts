import type { Evaluation } from '@cellwright/steps/framework';

/** What one JavaScript expression may use. Known to both sides of the thread: this file loads no interpreter. */
export const scriptLimits = { timeMS: 50, memoryBytes: 16 * 1024 * 1024 } as const;

export const tookTooLong = `The JavaScript expression took longer than ${scriptLimits.timeMS} ms and was ended. Make it simpler`;
export const usedTooMuch = 'The JavaScript expression used more than 16 MB of memory and was ended. Make it smaller';

/** An evaluation, and whether the thread must not be used again. */
export interface ScriptAnswer {
  readonly evaluation: Evaluation;
  readonly isSpent: boolean;
}
