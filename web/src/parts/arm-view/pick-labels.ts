/** Where a label is on the screen, px: its left edge, its upper edge, and how large it is. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Names closer than this run into each other, px. */
const gap = 2;

/** Which labels are shown, those that matter most first: each that covers none of those before it. */
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
