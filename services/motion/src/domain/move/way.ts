import type { Pose } from '@cellwright/geometry';
import { type ArmContext, tcpPoseOf } from '../arm-context.ts';

/** The way to one target as joint angles, close enough together that what lies between is straight in joint space. */
export interface Way {
  readonly isStraightInJoints: boolean;
  readonly joints: readonly (readonly number[])[];
}

/** Joint angles that are `radius` metres of TCP travel away from the end (or start) of a way, at most half of it. */
export interface Cut {
  /** Index of the last sample kept (from the near side of the cut). */
  readonly index: number;
  readonly joints: readonly number[];
  /** Unit direction of travel there. */
  readonly direction: readonly number[];
  /** Joint-space distance from the cut to the corner, rad. */
  readonly distance: number;
}

/** Distance the TCP travels along joint angles, metres. */
export function measureTravel(arm: ArmContext, joints: readonly (readonly number[])[], tcp: Pose): number[] {
  const travelled = [0];
  let last: Pose | undefined;
  for (const angles of joints) {
    const pose = tcpPoseOf(arm, angles, tcp);
    if (last) travelled.push((travelled.at(-1) ?? 0) + Math.hypot(pose.x - last.x, pose.y - last.y, pose.z - last.z));
    last = pose;
  }
  return travelled;
}

/** Fills a straight joint-space way so that consecutive angles differ by at most `step` rad. */
export function densify(from: readonly number[], to: readonly number[], step = 0.02): (readonly number[])[] {
  const longest = Math.max(...to.map((angle, joint) => Math.abs(angle - (from[joint] ?? 0))));
  const count = Math.max(8, Math.ceil(longest / step));
  return Array.from({ length: count + 1 }, (_, sample) =>
    to.map((angle, joint) => (from[joint] ?? 0) + ((angle - (from[joint] ?? 0)) * sample) / count),
  );
}

/** Cuts a way where the TCP is `radius` before its end, but not before its middle. */
export function cutBeforeEnd(arm: ArmContext, { joints }: Way, tcp: Pose, radius: number): Cut {
  const travelled = measureTravel(arm, joints, tcp);
  const total = travelled.at(-1) ?? 0;
  const middle = Math.floor((joints.length - 1) / 2);
  let index = joints.length - 2;
  while (index > middle && total - (travelled[index] ?? 0) < radius) index--;
  const here = joints[index] ?? [];
  return {
    index,
    joints: here,
    direction: unit(here, joints[index + 1] ?? here),
    distance: lengthOf(joints.slice(index)),
  };
}

/** Cuts a way where the TCP is `radius` past its start, but not past its middle. */
export function cutAfterStart(arm: ArmContext, way: Way, tcp: Pose, radius: number): Cut {
  const reversed = { ...way, joints: [...way.joints].reverse() };
  const cut = cutBeforeEnd(arm, reversed, tcp, radius);
  return { ...cut, index: way.joints.length - 1 - cut.index, direction: cut.direction.map((value) => -value) };
}

/** The quintic that takes over position, direction and no curvature at both cuts, sampled. */
export function blendBetween(before: Cut, after: Cut): (readonly number[])[] {
  const length = before.distance + after.distance;
  const samples = 16;
  return Array.from({ length: samples - 1 }, (_, sample) => {
    const u = (sample + 1) / samples;
    const end = u ** 3 * (10 - 15 * u + 6 * u * u);
    const leave = u * (1 - u * u * (6 - 8 * u + 3 * u * u));
    const arrive = u ** 3 * (-4 + 7 * u - 3 * u * u);
    return before.joints.map(
      (angle, joint) =>
        angle * (1 - end) +
        (after.joints[joint] ?? 0) * end +
        length * ((before.direction[joint] ?? 0) * leave + (after.direction[joint] ?? 0) * arrive),
    );
  });
}

function lengthOf(joints: readonly (readonly number[])[]): number {
  let length = 0;
  for (let index = 1; index < joints.length; index++)
    length += distanceOf(joints[index - 1] ?? [], joints[index] ?? []);
  return length;
}

function distanceOf(from: readonly number[], to: readonly number[]): number {
  return Math.hypot(...to.map((angle, joint) => angle - (from[joint] ?? 0)));
}

function unit(from: readonly number[], to: readonly number[]): number[] {
  const length = distanceOf(from, to) || 1;
  return to.map((angle, joint) => (angle - (from[joint] ?? 0)) / length);
}
