import { type Transform, transformSize, type Vec3 } from '@cellwright/geometry';
import type { Kinematics } from '../kinematics/kinematics.ts';
import type { ArmModel } from '../model/arm-model.ts';

/** Standard gravity, m/s², in a frame whose z points up. */
export const standardGravity: Vec3 = [0, 0, -9.81];

/** A mass attached to the tip: kg, and its position in the tip frame, metres. */
export interface CarriedMass {
  readonly massKg: number;
  readonly at: Vec3;
}

/** A mass attached to a link. */
interface BodyMass {
  readonly massKg: number;
  /** Position in the frame of the link, metres. */
  readonly at: Vec3;
  /** Index of the link. */
  readonly link: number;
  /** Index of the last joint that moves it; −1 for a fixed mass. */
  readonly body: number;
}

/** Properties of an arm that do not depend on its joints. */
interface MassModel {
  readonly masses: readonly BodyMass[];
  /** For each joint: the link that it turns, and the axis in its frame. */
  readonly joints: readonly { readonly link: number; readonly axis: Vec3 }[];
  readonly tip: number;
}

/** Cached because trajectories are checked point by point: the tree of an arm's links is walked once. */
const massModels = new WeakMap<ArmModel, MassModel>();

/**
 * Computes the torque that gravity applies to each joint at standstill, N·m: positive when gravity turns the joint in
 * its positive direction. Includes the links that have an inertia and the masses at the tip.
 * @param gravity m/s², in the model's root frame
 */
export function computeGravityTorques(
  kinematics: Kinematics,
  joints: ArrayLike<number>,
  carried: readonly CarriedMass[],
  gravity: Vec3 = standardGravity,
): number[] {
  const model = massModelOf(kinematics);
  const frames = kinematics.computeLinks(joints);
  const last = model.joints.length - 1;
  // Mass, kg, and first moment, kg·m, that move with each joint but not with the next.
  const moved = new Float64Array(4 * (last + 1));
  for (const mass of model.masses) addMass(moved, frames, mass);
  for (const { massKg, at } of carried) addMass(moved, frames, { massKg, at, link: model.tip, body: last });
  const torques = model.joints.map(() => 0);
  let [massKg, x, y, z] = [0, 0, 0, 0];
  for (let joint = last; joint >= 0; joint -= 1) {
    massKg += moved[4 * joint] ?? 0;
    x += moved[4 * joint + 1] ?? 0;
    y += moved[4 * joint + 2] ?? 0;
    z += moved[4 * joint + 3] ?? 0;
    torques[joint] = torqueOf(model, joint, frames, [massKg, x, y, z], gravity);
  }
  return torques;
}

function addMass(moved: Float64Array, frames: Transform, { massKg, at, link, body }: BodyMass): void {
  if (body < 0) return;
  const from = link * transformSize;
  moved[4 * body] = (moved[4 * body] ?? 0) + massKg;
  for (let row = 0; row < 3; row += 1) {
    const index = from + 4 * row;
    const turned = (frames[index] ?? 0) * at[0] + (frames[index + 1] ?? 0) * at[1] + (frames[index + 2] ?? 0) * at[2];
    const into = 4 * body + 1 + row;
    moved[into] = (moved[into] ?? 0) + massKg * (turned + (frames[index + 3] ?? 0));
  }
}

/** Returns axis · (lever × weight) for everything the joint moves, given its mass and its first moment. */
function torqueOf(
  model: MassModel,
  joint: number,
  frames: Transform,
  [massKg, x, y, z]: readonly [number, number, number, number],
  [gx, gy, gz]: Vec3,
): number {
  const { link, axis } = model.joints[joint] ?? { link: 0, axis: [0, 0, 1] };
  const from = link * transformSize;
  const axisOf = (row: number) =>
    (frames[from + row] ?? 0) * axis[0] +
    (frames[from + row + 1] ?? 0) * axis[1] +
    (frames[from + row + 2] ?? 0) * axis[2];
  const lx = x - massKg * (frames[from + 3] ?? 0);
  const ly = y - massKg * (frames[from + 7] ?? 0);
  const lz = z - massKg * (frames[from + 11] ?? 0);
  return axisOf(0) * (ly * gz - lz * gy) + axisOf(4) * (lz * gx - lx * gz) + axisOf(8) * (lx * gy - ly * gx);
}

function massModelOf(kinematics: Kinematics): MassModel {
  const { model } = kinematics;
  const known = massModels.get(model);
  if (known) return known;
  const bodyOf = bodiesOf(kinematics);
  const made: MassModel = {
    masses: model.links.flatMap(({ name, inertia }) => {
      if (!inertia) return [];
      return [{ massKg: inertia.mass, at: inertia.origin.xyz, link: kinematics.indexOfLink(name), body: bodyOf(name) }];
    }),
    joints: model.joints.map(({ child, axis }) => ({ link: kinematics.indexOfLink(child), axis })),
    tip: kinematics.indexOfLink(model.tip),
  };
  massModels.set(model, made);
  return made;
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
