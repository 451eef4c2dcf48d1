/** Returns the earlier of two times. Called at every set-point of every arm, so it allocates no list. */
export function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other !== undefined && other < one ? other : one;
}

export function isDue(time: number | undefined, now: number): boolean {
  return time !== undefined && time <= now;
}
