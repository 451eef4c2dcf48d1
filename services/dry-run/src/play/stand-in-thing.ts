import { restPoseFromTool0 } from '@cellwright/arm';
import type { Classified, LocatedThing, VisionArgs } from '@cellwright/domain/equipment';
import { composePoses, makePose, multiplyQuaternions, type Pose, rotateVec3 } from '@cellwright/geometry';

/** The same with z on the other side. */
const flipped = { i: 1, j: 0, k: 0, w: 0 };

/**
 * Returns an object at the first position of the workplane: a dry run takes no picture, and checks that the arm reaches the
 * workplane.
 */
export function standInOn({
  plane,
  objectHeight,
  transform,
}: Pick<VisionArgs<'locate'>, 'plane' | 'objectHeight' | 'transform'>): LocatedThing {
  // Objects lie on the upper side, however the plane was taught. z of a found pose points into it.
  const isUpright = rotateVec3(plane, [0, 0, 1])[2] >= 0;
  const turn = isUpright ? multiplyQuaternions(plane, flipped) : plane;
  const surface: Pose = makePose([plane.x, plane.y, plane.z], turn);
  const top = composePoses(surface, { x: 0, y: 0, z: -objectHeight, i: 0, j: 0, k: 0, w: 1 });
  const pose = restPoseFromTool0(transform ? composePoses(top, transform) : top);
  return { x: 0, y: 0, width: 1, height: 1, rotation: 0, score: 1, contour: [], pose };
}

/** Returns the class of an object that a camera would see. */
export function certainly(name: string): Classified {
  return { class: name, confidence: 1 };
}
