import { degreesToRadians } from './angles.ts';
import { makePose, type Pose } from './pose.ts';
import type { Result } from './result.ts';
import { quaternionOfTransform } from './transform.ts';
import { angleBetweenVec3, crossVec3, normalizeVec3, normVec3, subtractVec3, type Vec3 } from './vec3.ts';

/** Minimum distance between the three points of a plane, metres. */
const planeMinimumDistance = 0.005;

/** Minimum angle between the directions to the second and third point of a plane, radians. */
const planeMinimumAngle = degreesToRadians(5);

export interface PlaneProblem {
  readonly kind: 'points_too_close' | 'points_in_line';
  readonly message: string;
}

/**
 * Returns the frame of the plane through three points: origin p1, x towards p2, z = x × (p1→p3). Points in metres in
 * one frame, the pose in that frame.
 */
export function planeFromPoints(p1: Vec3, p2: Vec3, p3: Vec3): Result<Pose, PlaneProblem> {
  const toSecond = subtractVec3(p2, p1);
  const toThird = subtractVec3(p3, p1);
  const shortest = Math.min(normVec3(toSecond), normVec3(toThird), normVec3(subtractVec3(p3, p2)));
  if (!(shortest >= planeMinimumDistance)) {
    const message = 'The points of a plane must be at least 5 mm apart. Move them further apart and teach them again.';
    return { ok: false, error: { kind: 'points_too_close', message } };
  }
  const angle = angleBetweenVec3(toSecond, toThird);
  if (!(angle >= planeMinimumAngle && angle <= Math.PI - planeMinimumAngle)) {
    const message = 'The points of a plane are nearly in one line. Move the third point at least 5° off the line.';
    return { ok: false, error: { kind: 'points_in_line', message } };
  }
  const x = normalizeVec3(toSecond);
  const z = normalizeVec3(crossVec3(x, toThird));
  const y = crossVec3(z, x);
  const columns = new Float64Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0]);
  return { ok: true, value: makePose(p1, quaternionOfTransform(columns)) };
}
