import { type Quaternion, rotateVec3 } from './quaternion.ts';
import { addVec3, crossVec3, normalizeVec3, scaleVec3, type Vec3 } from './vec3.ts';

/**
 * Returns the left of the direction of travel (a unit vector), seen along the wire, which is the tool's z axis. Its length is
 * the sine of the angle between wire and travel.
 */
export function sideOfTravel(tool: Quaternion, direction: Vec3): Vec3 {
  return crossVec3(direction, rotateVec3(tool, [0, 0, 1]));
}

/**
 * Returns a place beside a place on a seam, by its distance to the left of the direction of travel, and opposite to the wire,
 * perpendicular to the seam, metres.
 */
export function placeBesideTravel(
  place: Vec3,
  tool: Quaternion,
  direction: Vec3,
  { lateral, height }: { readonly lateral: number; readonly height: number },
): Vec3 {
  const side = normalizeVec3(sideOfTravel(tool, direction));
  const up = crossVec3(direction, side);
  return addVec3(place, addVec3(scaleVec3(side, lateral), scaleVec3(up, height)));
}
