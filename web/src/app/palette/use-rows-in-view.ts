import { startTransition, useEffect, useState } from 'react';

/** Height of a row, CSS px, and of the list as a share of the window; as in Palette.module.css. */
const rowPX = 44;
const listShare = 0.56;
/** Time for which rows out of view may wait, ms. */
const restWithinMS = 500;

/** Returns the count of rows that a list shows without scrolling, in a window of this height, CSS px. */
export function countRowsInView(windowHeight: number): number {
  return Math.ceil((windowHeight * listShare) / rowPX) + 1;
}

/**
 * Returns the rows to render: at first those in view, so that the list appears at once, and all of them once the page
 * is idle.
 */
export function useRowsInView<T>(rows: readonly T[]): readonly T[] {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setWhole(true))), []);
  return isWhole ? rows : rows.slice(0, countRowsInView(window.innerHeight));
}

/** Calls back once when the page is idle; the returned function cancels it. */
function whenIdle(then: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, restWithinMS);
    return () => clearTimeout(timer);
  }
  const waiting = window.requestIdleCallback(then, { timeout: restWithinMS });
  return () => window.cancelIdleCallback(waiting);
}
