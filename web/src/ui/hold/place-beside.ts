import type { Box } from './hold-gesture.ts';

const widthsPx = [320, 240, 160];
const gapPx = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

interface Surroundings {
  readonly page: Size;
  /** Other controls of the page. */
  readonly controls: readonly Box[];
  /** Returns the height of the note at a width, px. */
  heightAt(width: number): number;
}

/**
 * Returns the position of a note about a button, within the page: above it, where no finger covers it, or else at the
 * side and with the width at which it covers the least of the controls.
 */
export function placeBeside(button: Box, { page, controls, heightAt }: Surroundings): Place {
  let best = { place: { width: 0, left: gapPx, top: gapPx }, covered: Number.POSITIVE_INFINITY };
  for (const maxWidth of widthsPx) {
    const width = Math.min(maxWidth, page.width - 2 * gapPx);
    const size = { width, height: heightAt(width) };
    for (const place of listSides(button, size, page)) {
      const box = { ...place, right: place.left + width, bottom: place.top + size.height };
      const covered = [button, ...controls].reduce((sum, control) => sum + measureOverlap(box, control), 0);
      if (covered < best.covered) best = { place, covered };
    }
  }
  return best.place;
}

/** Returns the positions above, below, left and right of a button, moved into the page. */
function listSides(button: Box, { width, height }: Size, page: Size): Place[] {
  const left = (button.left + button.right - width) / 2;
  const top = (button.top + button.bottom - height) / 2;
  const sides = [
    { left, top: button.top - gapPx - height },
    { left, top: button.bottom + gapPx },
    { left: button.left - gapPx - width, top },
    { left: button.right + gapPx, top },
  ];
  return sides.map((side) => ({
    width,
    left: Math.max(gapPx, Math.min(side.left, page.width - width - gapPx)),
    top: Math.max(gapPx, Math.min(side.top, page.height - height - gapPx)),
  }));
}

/** Returns the area that two boxes share, px². */
function measureOverlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
