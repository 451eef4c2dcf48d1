/** What the work below takes on a core of its own, ms. */
const nominalMS = 20;
/** Bounds stay finite however loaded the machine is. */
const maxLag = 20;

/**
 * Measures how many times slower than a free core this machine works for this process now, from 1 to 20: a test that has to cross
 * a deadline in real time multiplies its bound by it.
 */
export async function measureLag(): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < 3; sample++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    samples.push(timeWork());
  }
  return Math.min(maxLag, Math.max(1, Math.max(...samples) / nominalMS));
}

function timeWork(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let index = 0; index < 2_000_000; index++) sum = (sum * 31 + index) % 1_000_003;
  // Uses the sum, so that the loop is not removed.
  return performance.now() - startedAt + (sum < 0 ? 1 : 0);
}
