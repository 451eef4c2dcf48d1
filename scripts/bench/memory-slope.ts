/** Memory of a process at a moment. */
export interface MemorySample {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface MemorySlope {
  readonly firstMB: number;
  readonly lastMB: number;
  readonly minMB: number;
  readonly maxMB: number;
  readonly slopeMBPerHour: number;
  /** Standard error of the slope: garbage that waits to be collected scatters the samples. */
  readonly standardErrorMBPerHour: number;
}

/** Fits a line through the samples. @throws Error for fewer than three */
export function fitSlope(samples: readonly MemorySample[]): MemorySlope {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || samples.length < 3) throw new Error('a slope needs three samples or more');
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanHours = mean(samples.map(({ seconds }) => seconds / 3600));
  const meanMB = mean(samples.map(({ megabytes }) => megabytes));
  const points = samples.map(({ seconds, megabytes }) => ({ x: seconds / 3600 - meanHours, y: megabytes - meanMB }));
  const sumOfSquares = points.reduce((sum, { x }) => sum + x * x, 0);
  const slope = points.reduce((sum, { x, y }) => sum + x * y, 0) / sumOfSquares;
  const scatter = points.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0) / (samples.length - 2);
  const all = samples.map(({ megabytes }) => megabytes);
  return {
    firstMB: first.megabytes,
    lastMB: last.megabytes,
    minMB: Math.min(...all),
    maxMB: Math.max(...all),
    slopeMBPerHour: slope,
    standardErrorMBPerHour: Math.sqrt(scatter / sumOfSquares),
  };
}
