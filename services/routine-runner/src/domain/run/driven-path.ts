import type { JointAngles } from '@cellwright/domain/robot';
import type { Trajectory } from '@cellwright/trajectory';

/** Maximum distance of kept corners, rad: the path between them is straight within the tolerance of a resume. */
const spacing = 0.05;

/** Returns the path of a trajectory in joint space with fewer corners. */
export function thinPath({ points }: Trajectory): JointAngles[] {
  const corners: JointAngles[] = [];
  for (const [index, { positions }] of points.entries()) {
    const [q0 = 0, q1 = 0, q2 = 0, q3 = 0, q4 = 0, q5 = 0] = positions;
    const corner: JointAngles = [q0, q1, q2, q3, q4, q5];
    const last = corners.at(-1);
    const isEnd = index === points.length - 1;
    if (!last || isEnd || farthest(last, corner) >= spacing) corners.push(corner);
  }
  return corners;
}

/** Returns the place on a path that is nearest to the current position, in joint space. */
export function nearestOnPath(path: readonly JointAngles[], joints: JointAngles): JointAngles | undefined {
  let nearest = path[0];
  let distance = nearest ? apart(nearest, joints) : Number.POSITIVE_INFINITY;
  for (let index = 1; index < path.length; index++) {
    const [from, to] = [path[index - 1], path[index]];
    if (!from || !to) continue;
    const candidate = nearestBetween(from, to, joints);
    const candidateDistance = apart(candidate, joints);
    if (candidateDistance < distance) [nearest, distance] = [candidate, candidateDistance];
  }
  return nearest;
}

function nearestBetween(from: JointAngles, to: JointAngles, joints: JointAngles): JointAngles {
  let along = 0;
  let length = 0;
  for (const [joint, start] of from.entries()) {
    const step = (to[joint] ?? start) - start;
    along += ((joints[joint] ?? start) - start) * step;
    length += step * step;
  }
  const fraction = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
  const [q0, q1, q2, q3, q4, q5] = from.map((start, joint) => start + ((to[joint] ?? start) - start) * fraction);
  return [q0 ?? 0, q1 ?? 0, q2 ?? 0, q3 ?? 0, q4 ?? 0, q5 ?? 0];
}

function farthest(one: JointAngles, other: JointAngles): number {
  return Math.max(...one.map((angle, joint) => Math.abs(angle - (other[joint] ?? angle))));
}

function apart(one: JointAngles, other: JointAngles): number {
  return Math.hypot(...one.map((angle, joint) => angle - (other[joint] ?? angle)));
}
