import { defaultArm, defaultFloor, defaultStand } from '@cellwright/arm';
import { makePose, type Vec3 } from '@cellwright/geometry';
import { type ArmContext, createArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { armPaint, fixedPaint, obstaclePaint, type Paint, type PaintedSolid } from './view.ts';

/** The arm of every picture, as the planner has it: its stand, the floor and the margin included. */
export function createCell(obstacles: readonly Box[] = []): ArmContext {
  const arm = createArmContext(defaultArm);
  for (const { name, center, size } of obstacles) {
    arm.checker.world.addObstacle(name, { shape: { kind: 'box', size }, pose: makePose(center, upright) });
  }
  return arm;
}

const upright = { i: 0, j: 0, k: 0, w: 1 };

export interface Box {
  readonly name: string;
  readonly center: Vec3;
  readonly size: Vec3;
}

/** Height of the floor, metres. */
export const floorHeight = defaultFloor.kind === 'halfSpace' ? defaultFloor.point[2] : 0;

export const standSolids: readonly PaintedSolid[] =
  defaultStand.kind === 'box'
    ? [
        {
          solid: {
            kind: 'box',
            center: [defaultStand.pose.x, defaultStand.pose.y, defaultStand.pose.z],
            size: defaultStand.size,
          },
          paint: fixedPaint,
        },
      ]
    : [];

export function boxSolids(boxes: readonly Box[]): PaintedSolid[] {
  return boxes.map(({ center, size }) => ({ solid: { kind: 'box', center, size }, paint: obstaclePaint }));
}

/** The capsules of the arm's links at joint angles, in the base frame, with the link that each belongs to. */
export function armSolids(
  { kinematics, model }: ArmContext,
  joints: ArrayLike<number>,
  paint: Paint = armPaint,
): (PaintedSolid & { readonly link: string; readonly middle: Vec3 })[] {
  const transforms = Float64Array.from(kinematics.computeLinks(joints));
  return model.links.flatMap(({ name, collision }) => {
    const at = 12 * kinematics.indexOfLink(name);
    const place = ([x, y, z]: Vec3): Vec3 => {
      const row = (r: number) => {
        const [a = 0, b = 0, c = 0, d = 0] = transforms.subarray(at + 4 * r, at + 4 * r + 4);
        return a * x + b * y + c * z + d;
      };
      return [row(0), row(1), row(2)];
    };
    return collision.flatMap((part) => {
      if (part.kind !== 'capsule') return [];
      const [from, to] = [place(part.from), place(part.to)];
      const middle: Vec3 = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
      return [{ solid: { kind: 'capsule' as const, from, to, radius: part.radius }, paint, link: name, middle }];
    });
  });
}

/** Where the flange is, metres. */
export function flangeAt({ kinematics }: ArmContext, joints: ArrayLike<number>): Vec3 {
  const { x, y, z } = kinematics.computeTipPose(joints);
  return [x, y, z];
}

/** The way of the flange along straight joint-space segments. */
export function flangeWay(arm: ArmContext, path: readonly ArrayLike<number>[], step = 0.08): Vec3[] {
  const places: Vec3[] = [];
  for (const [index, to] of path.entries()) {
    const from = path[index - 1] ?? to;
    const turn = Math.max(...Array.from(to, (angle, joint) => Math.abs(angle - (from[joint] ?? 0))));
    const count = Math.max(1, Math.ceil(turn / step));
    for (let sample = index === 0 ? count : 1; sample <= count; sample += 1) {
      const share = sample / count;
      places.push(
        flangeAt(
          arm,
          Array.from(to, (angle, joint) => (from[joint] ?? 0) + (angle - (from[joint] ?? 0)) * share),
        ),
      );
    }
  }
  return places;
}
