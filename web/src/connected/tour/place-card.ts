export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const corners = ['bottomLeft', 'topLeft', 'topRight', 'bottomRight'] as const;
export type Corner = (typeof corners)[number];

export interface CardPlace {
  /** Part of the window that the card may cover. */
  readonly area: Rect;
  readonly width: number;
  readonly height: number;
}

/** Distance to the edges of the area and to the target, px. */
const gap = 12;

/** Returns the card in a corner of its area. */
export function cardAt(corner: Corner, { area, width, height }: CardPlace): Rect {
  const left = corner.endsWith('Left') ? area.left + gap : area.right - gap - width;
  const top = corner.startsWith('top') ? area.top + gap : area.bottom - gap - height;
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns true if two rectangles overlap, or are closer than a distance. */
export function areClose(one: Rect, other: Rect, distance = 0): boolean {
  return (
    one.left < other.right + distance &&
    other.left < one.right + distance &&
    one.top < other.bottom + distance &&
    other.top < one.bottom + distance
  );
}

/**
 * Returns the corner where the card does not cover the target, and covers the fewest other controls. If every corner
 * covers the target, the one that covers the least of it.
 */
export function chooseCorner(place: CardPlace, target: Rect | undefined, controls: readonly Rect[]): Corner {
  const costs = corners.map((corner) => {
    const card = cardAt(corner, place);
    const covered = controls.filter((control) => areClose(card, control)).length;
    const isNear = target !== undefined && areClose(card, target, gap);
    return { corner, cost: covered + (isNear ? controls.length + 1 + overlap(card, target) : 0) };
  });
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).corner;
}

/** Returns the common area of two rectangles, px². */
function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
