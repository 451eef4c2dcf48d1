import type { ArmModel } from '@cellwright/arm';
import { type MeasuringThread, startMeasuringThread } from './measuring-thread.ts';
import { LegMeasurer, type MeasuringRequest, type PlanFacts } from './motion-facts.ts';

/** Measures planned motion while the next is planned. */
export interface MotionMeasurer extends MeasuringThread {
  /** Measures the same motion among other obstacles, synchronously for its caller. */
  measureAgain(known: PlanFacts, question: MeasuringRequest): PlanFacts;
}

/** Number of motions measured in this thread: a short dry run ends before a thread has started. */
const maxMeasuredHere = 100;

/** Measures the first motions of a dry run in this thread, and those of a long one in a separate thread. */
export function createMotionMeasurer(
  arm: ArmModel,
  startThread: typeof startMeasuringThread = startMeasuringThread,
): MotionMeasurer {
  const here = new LegMeasurer(arm);
  let asked = 0;
  let thread: MeasuringThread | undefined;
  return {
    async measure(question) {
      asked += 1;
      if (asked <= maxMeasuredHere) return here.measure(question);
      thread ??= startThread(arm);
      return thread.measure(question);
    },
    measureAgain: (known, question) => here.measureAgain(known, question),
    async close() {
      await thread?.close();
    },
  };
}
