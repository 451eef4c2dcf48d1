import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Summary of many measured values, ms. */
export interface Figure {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { count: sorted.length, median: round(at(0.5)), p95: round(at(0.95)), max: round(at(1)) };
}

/** Measures the lag of bare timers during a benchmark, ms: the share of the machine in every figure. */
export function watchTimerLag(): () => { readonly p95: number; readonly max: number } {
  const resolutionMS = 10;
  const delay = monitorEventLoopDelay({ resolution: resolutionMS });
  delay.enable();
  return () => {
    delay.disable();
    const lag = (nanoseconds: number) => round(Math.max(0, nanoseconds / 1e6 - resolutionMS));
    return { p95: lag(delay.percentile(95)), max: lag(delay.max) };
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
