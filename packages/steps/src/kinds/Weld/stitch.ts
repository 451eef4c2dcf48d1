/** Stitch welding: beads with gaps between them along a seam. */

export interface Stitch {
  /** Length of a bead, metres. */
  readonly stitch: number;
  /** Length of a gap, metres. */
  readonly space: number;
}

/** A part of a seam, by its distances from the start, metres. */
export interface SeamPart {
  readonly from: number;
  readonly to: number;
  readonly isBead: boolean;
}

/** Shortest bead and gap, and distance from the end of the seam within which a bead ends there, metres. */
export const stitchEndTolerance = 0.005;

/**
 * Divides a seam into beads and gaps. It begins with a bead; a bead that ends less than {@link stitchEndTolerance} before
 * the end of the seam is extended to the end.
 */
export function planStitches({ stitch, space }: Stitch, seamLength: number): readonly SeamPart[] {
  const parts: SeamPart[] = [];
  for (let from = 0; from < seamLength; ) {
    const end = from + stitch;
    const to = end >= seamLength - stitchEndTolerance ? seamLength : end;
    parts.push({ from, to, isBead: true });
    if (to >= seamLength) break;
    const next = to + space;
    // A bead shorter than the tolerance is not worth another start of the arc.
    if (next >= seamLength - stitchEndTolerance) break;
    parts.push({ from: to, to: next, isBead: false });
    from = next;
  }
  return parts;
}
