import type { Pose } from '@cellwright/geometry';
import type { MotionWeave } from '../../framework/index.ts';
import { argsSchema } from './contract-args.ts';
import { toWeave } from './passes.ts';
import { cutSeam, lengthOf, linearise, type SeamLeg, type SeamPiece } from './seam.ts';
import { planStitches } from './stitch.ts';

export type { SeamLeg, SeamPiece } from './seam.ts';

/** A part of a seam as it will be welded: straight pieces with the arc on or off, and the weave over them. */
export interface SeamOutline {
  readonly isBead: boolean;
  readonly pieces: readonly SeamPiece[];
  readonly weave?: MotionWeave | undefined;
}

/**
 * Outlines a weld before it is played, for a picture of it. A whip is outlined as its seam.
 * @param args arguments of the step as they are stored; none are outlined while they are not valid
 */
export function outlineWeld(args: unknown, start: Pose, legs: readonly SeamLeg[]): readonly SeamOutline[] {
  const parsed = argsSchema.safeParse(args);
  if (!parsed.success) return [];
  const { stitching, weaving, travelSpeed } = parsed.data;
  const pieces = linearise(start, legs);
  if (stitching)
    return planStitches(stitching, lengthOf(pieces)).map(({ from, to, isBead }) => ({
      isBead,
      pieces: cutSeam(pieces, from, to),
    }));
  const weave = weaving && weaving.pattern !== 'whip' ? toWeave(weaving, travelSpeed) : undefined;
  return [{ isBead: true, pieces, weave }];
}
