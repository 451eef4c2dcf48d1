import {
  crossVec3,
  type Pose,
  poseOfTransform,
  rotateVec3,
  subtractVec3,
  transformPoint,
  transformSize,
  type Vec3,
} from '@cellwright/geometry';
import type { Kinematics } from '../kinematics/kinematics.ts';

/** m/s², down in a frame whose z points up. */
export const standardGravity: Vec3 = [0, 0, -9.81];

/** Something that hangs on the tip: kg, and where, in the tip frame, metres. */
export interface CarriedMass {
  readonly massKg: number;
  readonly at: Vec3;
}

/**
 * What every joint has to hold against gravity at standstill, N·m: positive where gravity turns the joint on. Of the links
 * that have an inertia, and of what hangs on the tip.
 * @param gravity m/s², in the model's root frame
 */
export function computeGravityTorques(
  kinematics: Kinematics,
  joints: ArrayLike<number>,
  carried: readonly CarriedMass[],
  gravity: Vec3 = standardGravity,
): number[] {
  const { model } = kinematics;
  const frames = kinematics.computeLinks(joints).slice();
  const frameOf = (link: string): Pose | undefined => {
    const index = kinematics.indexOfLink(link);
    return index < 0 ? undefined : poseOfTransform(frames, index * transformSize);
  };
  const tip = kinematics.computeTipPose(joints);
  /** Index of the last joint that moves a link; −1 for what stands. */
  const body = bodiesOf(kinematics);
  const masses = model.links.flatMap(({ name, inertia }) => {
    const frame = frameOf(name);
    if (!inertia || !frame) return [];
    return [{ massKg: inertia.mass, place: transformPoint(frame, inertia.origin.xyz), body: body(name) }];
  });
  const last = model.joints.length - 1;
  const loads = carried.map(({ massKg, at }) => ({ massKg, place: transformPoint(tip, at), body: last }));
  return model.joints.map((joint, index) => {
    const frame = frameOf(joint.child);
    if (!frame) return 0;
    const axis = rotateVec3(frame, joint.axis);
    const origin: Vec3 = [frame.x, frame.y, frame.z];
    return [...masses, ...loads].reduce((sum, mass) => {
      if (mass.body < index) return sum;
      const [x, y, z] = crossVec3(axis, subtractVec3(mass.place, origin));
      return sum + mass.massKg * (x * gravity[0] + y * gravity[1] + z * gravity[2]);
    }, 0);
  });
}

function bodiesOf({ model }: Kinematics): (link: string) => number {
  const bodies = new Map<string, number>([[model.root, -1]]);
  const edges = [
    ...model.joints.map(({ parent, child }, joint) => ({ parent, child, joint })),
    ...model.fixedFrames.map(({ parent, child }) => ({ parent, child, joint: undefined })),
  ];
  for (let size = 0; size < bodies.size; ) {
    size = bodies.size;
    for (const { parent, child, joint } of edges) {
      const above = bodies.get(parent);
      if (above !== undefined) bodies.set(child, joint ?? above);
    }
  }
  return (link) => bodies.get(link) ?? -1;
}
