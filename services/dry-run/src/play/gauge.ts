import type { ArmModel } from '@cellwright/arm';
import { type GaugeThread, startGaugeThread } from './gauge-thread.ts';
import { type GaugeQuestion, MotionGauge, type PlanFacts } from './motion-facts.ts';

/** Measures planned motion while the next is planned. */
export interface Gauge extends GaugeThread {
  /** Measures the same motion among other obstacles, synchronously for its caller. */
  measureAgain(known: PlanFacts, question: GaugeQuestion): PlanFacts;
}

/** Number of motions measured in this thread: a short dry run ends before a thread has started. */
const mostHere = 100;

/** Measures the first motions of a dry run in this thread, and those of a long one in a separate thread. */
export function createGauge(arm: ArmModel, startThread: typeof startGaugeThread = startGaugeThread): Gauge {
  const here = new MotionGauge(arm);
  let asked = 0;
  let thread: GaugeThread | undefined;
  return {
    async measure(question) {
      asked += 1;
      if (asked <= mostHere) return here.measure(question);
      thread ??= startThread(arm);
      return thread.measure(question);
    },
    measureAgain: (known, question) => here.measureAgain(known, question),
    async close() {
      await thread?.close();
    },
  };
}
