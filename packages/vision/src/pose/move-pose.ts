import { composePoses, makePose, type Pose, quaternionFromRotationVector } from '@cellwright/geometry';

/** A pose after a small turn (rotation vector, radians) and shift (m) in its own frame. */
export function movePose(pose: Pose, [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0]: readonly number[]): Pose {
  return composePoses(pose, makePose([x, y, z], quaternionFromRotationVector([a, b, c])));
}
