import {
  makePose,
  normalizeVec3,
  normVec3,
  placeBesideTravel,
  positionOf,
  sideOfTravel,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import { type Weave, WeaveAlongSeam } from '@cellwright/trajectory';
import type { ToolPath, ToolPathResult } from './tool-path.ts';

/** Share of the path over which its direction is measured. */
const directionStep = 1e-4;
/** Waypoints in a period of the weave, so that even the third derivative of a curve through them is that of the weave. */
const stepsPerPeriod = 64;
/** Minimum angle between wire and seam, as its sine: otherwise the weave has no plane. */
const minSineToWire = 0.1;

/**
 * Returns a path that weaves over a seam. The wire is the tool's z axis; the weave goes to the side of wire and seam, and
 * its height is opposite to the wire, perpendicular to the seam.
 */
export function weaveOver(seam: ToolPath, weave: Weave): ToolPathResult {
  if (!(seam.length >= weave.period)) {
    return { kind: 'refused', message: 'the seam is shorter than one period of the weave; reduce the period' };
  }
  const offsets = new WeaveAlongSeam(weave, seam.length);
  for (const share of [0, 0.5, 1]) {
    if (normVec3(sideOfTravel(seam.poseAt(share), directionOf(seam, share))) >= minSineToWire) continue;
    return { kind: 'refused', message: 'the torch points along the seam, so the weave has no plane; tilt the torch' };
  }
  const poseAt: ToolPath['poseAt'] = (share) => {
    const pose = seam.poseAt(share);
    const offset = offsets.offsetAt(share * seam.length);
    if (offset.lateral === 0 && offset.height === 0) return pose;
    return makePose(placeBesideTravel(positionOf(pose), pose, directionOf(seam, share), offset), pose);
  };
  const stepCount = Math.round((stepsPerPeriod * seam.length) / offsets.period);
  return { kind: 'path', path: { ...seam, curvature: seam.curvature + offsets.maxBend, stepCount, poseAt } };
}

/** Returns the direction of travel. */
function directionOf(seam: ToolPath, share: number): Vec3 {
  const from = Math.max(0, share - directionStep);
  const to = Math.min(1, share + directionStep);
  return normalizeVec3(subtractVec3(positionOf(seam.poseAt(to)), positionOf(seam.poseAt(from))));
}
