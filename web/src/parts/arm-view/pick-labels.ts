/** Label on the screen, px: its left edge, its top edge, and its size. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum distance between labels, px. */
const gap = 2;

/** Returns which labels are shown, given the most important first: each that covers none of those shown before it. */
export function pickLabels(boxes: readonly LabelBox[]): boolean[] {
  const shown: LabelBox[] = [];
  return boxes.map((box) => {
    const isFree = shown.every((other) => !isOver(box, other));
    if (isFree) shown.push(box);
    return isFree;
  });
}

export function isOver(one: LabelBox, other: LabelBox): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}
