import type { ArmModel } from '@cellwright/arm';
import { type GaugeThread, startGaugeThread } from './gauge-thread.ts';
import { type GaugeQuestion, MotionGauge, type PlanFacts } from './motion-facts.ts';

/** Measures planned motion while the next is planned. */
export interface Gauge extends GaugeThread {
  /** The facts of the same motion among other obstacles, at once: whoever asks waits for them. */
  measureAgain(known: PlanFacts, question: GaugeQuestion): PlanFacts;
}

/** A short proof is over before a thread has started: so many of its motions are measured here. */
const mostHere = 100;

/** Measures the first motions of a proof where it is asked, and those of a long proof in a thread of its own. */
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
