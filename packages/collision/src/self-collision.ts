import { type ArmModel, type CellPrimitive, defaultFloor, defaultStand, standingLinksOf } from '@cellwright/arm';
import { makePose } from '@cellwright/geometry';
import type { Attachment } from './arm-compiler.ts';
import { rotationOntoAxis } from './axes.ts';
import { CollisionWorld, type ConfigurationCheck, type MotionCheck } from './collision-world.ts';
import { describeArm, type MeshData } from './describe-arm.ts';
import type { LinkPair } from './robot-description.ts';
import type { PlacedShape } from './shapes.ts';

export interface SelfCollisionOptions {
  /** Clearance to keep, metres; 0 when absent. */
  readonly margin?: number;
  readonly readMesh?: (uri: string) => MeshData | undefined;
}

/**
 * Checks whether an arm touches itself, its stand, the floor or its attachments. Joint angles in rad. One check of a
 * configuration takes a few microseconds, so it can run in a jog loop.
 */
export interface SelfCollisionChecker {
  checkConfiguration(joints: ArrayLike<number>): ConfigurationCheck;
  /** Checks the straight joint-space motion, ends included: not sampled, so thin obstacles are not missed. */
  checkMotion(from: ArrayLike<number>, to: ArrayLike<number>): MotionCheck;
  /** Checks straight motions from waypoint to waypoint; `segment` is the one with contact. */
  checkPath(waypoints: readonly ArrayLike<number>[]): PathCheck;
  /**
   * Returns the signed clearance of the nearest pair, metres: distinguishes a move away from contact from a move into
   * it.
   */
  measureClearance(joints: ArrayLike<number>): number;
  /** Attaches an end effector or payload; replaces one of the same name. */
  attach(attachment: Attachment): ReturnType<CollisionWorld['attach']>;
  detach(name: string): boolean;
  readonly world: CollisionWorld;
  /** Pairs of links, or of a link and the mount of the arm, that touch in every posture and are therefore not checked. */
  readonly ignoredPairs: readonly LinkPair[];
}

export type PathCheck =
  | { readonly kind: 'clear' }
  | (Extract<MotionCheck, { kind: 'collision' }> & { readonly segment: number });

/** Returns the shape of a cell primitive in the arm's root frame. */
export function placePrimitive(primitive: CellPrimitive): PlacedShape {
  if (primitive.kind === 'box') return { shape: { kind: 'box', size: primitive.size }, pose: primitive.pose };
  return { shape: { kind: 'halfSpace' }, pose: makePose(primitive.point, rotationOntoAxis(primitive.normal)) };
}

/**
 * Creates the collision world of an arm with fixed objects around it. Throws RangeError when the arm's geometry is
 * invalid.
 */
export function createArmWorld(
  model: ArmModel,
  cell: readonly CellPrimitive[],
  options: SelfCollisionOptions = {},
): CollisionWorld {
  return buildArmWorld(model, cell, options).world;
}

function buildArmWorld(model: ArmModel, cell: readonly CellPrimitive[], options: SelfCollisionOptions) {
  const { robot } = describeArm(model, options.readMesh);
  const standing = standingLinksOf(model);
  const result = CollisionWorld.create({
    robot,
    lower: model.joints.map((joint) => joint.limits.lower),
    upper: model.joints.map((joint) => joint.limits.upper),
    margin: options.margin ?? 0,
  });
  if (result.kind === 'refused') throw new RangeError(result.problem.message);
  const { world } = result;
  const add = (primitive: CellPrimitive, allowed: readonly string[]) => {
    const added = world.addObstacle(primitive.name, placePrimitive(primitive), allowed);
    if (added.kind === 'refused') throw new RangeError(added.problem.message);
  };
  const ignoredPairs: LinkPair[] = [...world.alwaysTouchingPairs];
  for (const primitive of cell) {
    const isMount = primitive.allowedLinks.length > 0;
    // The arm's fixed links may touch the surface that they are mounted on, whatever their names are.
    const allowed = isMount ? [...primitive.allowedLinks, ...standing] : [];
    add(primitive, allowed);
    // The first moving link may enclose the base, down to the surface that it turns on.
    const always = isMount ? world.listAlwaysTouching(primitive.name) : [];
    if (always.length === 0) continue;
    world.removeObstacle(primitive.name);
    add(primitive, [...allowed, ...always]);
    ignoredPairs.push(...always.map((link): LinkPair => [link, primitive.name]));
  }
  return { world, ignoredPairs };
}

/** Creates the checker for every move: the arm against itself, its stand and the floor. */
export function createSelfCollisionChecker(
  model: ArmModel,
  stand: CellPrimitive = defaultStand,
  floor: CellPrimitive = defaultFloor,
  options: SelfCollisionOptions = {},
): SelfCollisionChecker {
  const { world, ignoredPairs } = buildArmWorld(model, [stand, floor], options);
  return {
    world,
    ignoredPairs,
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
