import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Processor time that `lagFactor` spends, ms: several time slices, so that waiting for other processes is measured. */
const sampleMS = 40;
const resolutionMS = 5;

/**
 * Returns the wall-clock time that this process needs per processor time: 1 on an idle machine, 2 where it shares its core
 * with one other busy process. Blocks for that time. Multiply real-time bounds of a test with it.
 */
export function lagFactor(): number {
  const beganAt = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    const usedMS = (user + system) / 1000;
    if (usedMS >= sampleMS) return Math.max(1, (performance.now() - beganAt) / usedMS);
  }
}

export interface LagMeasurement {
  /** Ends the measurement. Returns the maximum delay of a timer, ms. */
  stop(): number;
}

/** Measures how late timers of this process are during a test. Add the result to its real-time bounds. */
export function measureLag(): LagMeasurement {
  const delay = monitorEventLoopDelay({ resolution: resolutionMS });
  delay.enable();
  return {
    stop() {
      delay.disable();
      // A histogram without samples has no maximum: the event loop was blocked throughout.
      return Math.max(0, delay.max / 1e6 - resolutionMS);
    },
  };
}
