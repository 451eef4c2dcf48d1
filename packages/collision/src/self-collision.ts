import { type ArmModel, type CellPrimitive, defaultFloor, defaultStand, standingLinksOf } from '@cellwright/arm';
import { makePose } from '@cellwright/geometry';
import type { Attachment } from './arm-compiler.ts';
import { rotationOntoAxis } from './axes.ts';
import { CollisionWorld, type ConfigurationCheck, type MotionCheck } from './collision-world.ts';
import { describeArm, type MeshData } from './describe-arm.ts';
import type { PlacedShape } from './shapes.ts';

export interface SelfCollisionOptions {
  /** Clearance to keep, metres; 0 when left out. */
  readonly margin?: number;
  readonly readMesh?: (uri: string) => MeshData | undefined;
}

/**
 * Whether an arm touches itself, its stand, the floor or what it carries. Joint angles in rad. One check of a
 * configuration takes a few microseconds, so it can sit in a jog loop.
 */
export interface SelfCollisionChecker {
  checkConfiguration(joints: ArrayLike<number>): ConfigurationCheck;
  /** The straight joint-space motion, ends included: not sampled, so nothing thin is missed. */
  checkMotion(from: ArrayLike<number>, to: ArrayLike<number>): MotionCheck;
  /** Straight motions from waypoint to waypoint; `segment` is the one with contact. */
  checkPath(waypoints: readonly ArrayLike<number>[]): PathCheck;
  /** Signed, metres, of the nearest pair: lets a move away from contact be told from a move into it. */
  measureClearance(joints: ArrayLike<number>): number;
  /** End effector and payload; the same name replaces. */
  attach(attachment: Attachment): ReturnType<CollisionWorld['attach']>;
  detach(name: string): boolean;
  readonly world: CollisionWorld;
}

export type PathCheck =
  | { readonly kind: 'clear' }
  | (Extract<MotionCheck, { kind: 'collision' }> & { readonly segment: number });

/** The shape of a cell primitive, in the arm's root frame. */
export function placePrimitive(primitive: CellPrimitive): PlacedShape {
  if (primitive.kind === 'box') return { shape: { kind: 'box', size: primitive.size }, pose: primitive.pose };
  return { shape: { kind: 'halfSpace' }, pose: makePose(primitive.point, rotationOntoAxis(primitive.normal)) };
}

/** The collision world of an arm with fixed things round it. Throws RangeError when the arm's geometry is unusable. */
export function createArmWorld(
  model: ArmModel,
  cell: readonly CellPrimitive[],
  options: SelfCollisionOptions = {},
): CollisionWorld {
  const { robot } = describeArm(model, options.readMesh);
  const standing = standingLinksOf(model);
  const result = CollisionWorld.create({
    robot,
    lower: model.joints.map((joint) => joint.limits.lower),
    upper: model.joints.map((joint) => joint.limits.upper),
    margin: options.margin ?? 0,
  });
  if (result.kind === 'refused') throw new RangeError(result.problem.message);
  for (const primitive of cell) {
    // What the arm stands on is touched by the links that stand on it, whatever those of this arm are called.
    const allowed = primitive.allowedLinks.length > 0 ? [...primitive.allowedLinks, ...standing] : [];
    const added = result.world.addObstacle(primitive.name, placePrimitive(primitive), allowed);
    if (added.kind === 'refused') throw new RangeError(added.problem.message);
  }
  return result.world;
}

/** The checker every move is put to: the arm against itself, its stand and the floor. */
export function createSelfCollisionChecker(
  model: ArmModel,
  stand: CellPrimitive = defaultStand,
  floor: CellPrimitive = defaultFloor,
  options: SelfCollisionOptions = {},
): SelfCollisionChecker {
  const world = createArmWorld(model, [stand, floor], options);
  return {
    world,
    checkConfiguration: (joints) => world.checkConfiguration(joints),
    checkMotion: (from, to) => world.checkMotion(from, to),
    measureClearance: (joints) => world.measureClearance(joints).clearance,
    attach: (attachment) => world.attach(attachment),
    detach: (name) => world.detach(name),
    checkPath(waypoints) {
      for (const [segment, to] of waypoints.entries()) {
        const from = waypoints[segment - 1];
        const check = from === undefined ? world.checkConfiguration(to) : world.checkMotion(from, to);
        if (check.kind === 'clear') continue;
        return { at: 0, ...check, segment: Math.max(0, segment - 1) };
      }
      return { kind: 'clear' };
    },
  };
}
