import type { Box } from './hold-gesture.ts';

const notePx = 320;
const gapPx = 8;
/** Space that a note of several lines needs above a button, px; with less it is placed below. */
const roomPx = 140;

export interface Place {
  readonly width: number;
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** Returns the position of a note about a button: above it, where no finger covers it, and within the page. */
export function placeBeside(button: Box, page: { readonly width: number; readonly height: number }): Place {
  const width = Math.min(notePx, page.width - 2 * gapPx);
  const middle = (button.left + button.right) / 2;
  const left = Math.max(gapPx, Math.min(middle - width / 2, page.width - width - gapPx));
  if (button.top < roomPx) return { width, left, top: button.bottom + gapPx };
  return { width, left, bottom: page.height - button.top + gapPx };
}
