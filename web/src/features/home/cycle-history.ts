/** Maximum of drawn cycles. */
export const maxCycles = 20;

/** Cycle of a run as its state shows it. */
interface ShownCycle {
  readonly id: string;
  readonly cycleCount: number;
  readonly cycleTimeSeconds: number | null;
}

/** Cycle times of a run, s, newest last. */
export interface CycleHistory {
  readonly runID: string;
  readonly newest: number;
  readonly seconds: readonly number[];
}

/** Adds the newest cycle of a run; returns the same history if it already contains it. */
export function addCycle(history: CycleHistory | undefined, run: ShownCycle): CycleHistory {
  const { id: runID, cycleCount: newest, cycleTimeSeconds } = run;
  const before = history?.runID === runID ? history : { runID, newest: 0, seconds: [] };
  if (newest <= before.newest || cycleTimeSeconds === null) return before;
  return { runID, newest, seconds: [...before.seconds, cycleTimeSeconds].slice(-maxCycles) };
}

/**
 * Returns the points of a line through the cycle times in a box of `width` × `height`, and the height of the target in
 * it.
 */
export function drawCycles(
  seconds: readonly number[],
  target: number | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly points: string; readonly targetY: number | undefined } {
  const highest = Math.max(...seconds, target ?? 0);
  const yOf = (value: number) => (highest > 0 ? height - (value / highest) * height : height);
  const step = seconds.length > 1 ? width / (seconds.length - 1) : 0;
  return {
    points: seconds.map((value, index) => `${(index * step).toFixed(1)},${yOf(value).toFixed(1)}`).join(' '),
    targetY: target === undefined ? undefined : yOf(target),
  };
}
