/** True if tests run at their full size: all generated cases instead of a small fixed share. */
export function isExhaustive(): boolean {
  return process.env.EXHAUSTIVE === '1';
}
