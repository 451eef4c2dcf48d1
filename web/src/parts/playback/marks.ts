/** Notable instant of a recording. */
export interface Mark {
  /** Seconds since the start. */
  readonly at: number;
  readonly kind: 'step' | 'trouble' | 'warning';
}

/** Delay of the recorded state after the journal: a mark leads to this later, s. */
export const markSeconds = 0.05;

/** Returns the mark before or after an instant; undefined if there is none. */
export function markBeside(marks: readonly Mark[], at: number, side: 'before' | 'after'): Mark | undefined {
  return side === 'after'
    ? marks.find((mark) => mark.at > at)
    : marks.findLast((mark) => mark.at < at - 2 * markSeconds);
}
