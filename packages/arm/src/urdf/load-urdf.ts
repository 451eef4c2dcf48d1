import {
  makePose,
  multiplyQuaternions,
  quaternionFromAxisAngle,
  quaternionFromRpy,
  type Result,
  rpyFromQuaternion,
  scaleVec3,
  transformPoint,
} from '@cellwright/geometry';
import type { ArmModel, ArmMotionLimits, FixedFrame, JointModel, LinkModel, Origin } from '../model/arm-model.ts';
import { defaultMotionLimits } from '../model/motion-limits.ts';
import { type ArmChain, type ChainProblem, findChain, type UrdfTree } from './find-chain.ts';
import { readJoint, readLink, type UrdfJoint, UrdfValueError } from './read-elements.ts';
import { createRestPositions } from './rest-positions.ts';
import { findChildren, parseXml, type XmlElement } from './xml.ts';

/** Maximum size of a description; larger ones are refused unread. The largest real ones have some 200 kB. */
export const maximumUrdfCharacters = 4 * 1024 * 1024;

/** Maximum number of elements of one kind; a dual-arm cell has some 60 links. */
const maximumElements = 2000;

export type UrdfErrorKind =
  | 'too_large'
  | 'not_xml'
  | 'no_robot'
  | 'invalid_value'
  | 'unknown_mesh'
  | ChainProblem['kind'];

/** An arm from a description. */
export interface UrdfArm {
  readonly model: ArmModel;
  readonly warnings: readonly string[];
}

/** Reason why a description has no arm that can be used. */
export interface UrdfProblem {
  readonly kind: UrdfErrorKind;
  readonly message: string;
}

export interface UrdfOptions {
  /** Link to place; chosen by name and shape of the tree when absent. */
  readonly tip?: string;
  /** True if a mesh of this name is available. All names are accepted when absent. */
  readonly isKnownMesh?: (uri: string) => boolean;
  /** Limits for planning motion that the description does not specify. */
  readonly motionLimits?: ArmMotionLimits;
}

/** Loads an arm model from a URDF description: any serial chain of six revolute joints. */
export function loadUrdf(xml: string, options: UrdfOptions = {}): Result<UrdfArm, UrdfProblem> {
  if (xml.length > maximumUrdfCharacters) {
    return refuse('too_large', `A description may have ${maximumUrdfCharacters} characters at most`);
  }
  const parsed = parseXml(xml);
  if (!parsed.ok) return refuse('not_xml', `The description is not valid XML: ${parsed.error}`);
  const robot = parsed.value;
  if (robot.name !== 'robot') {
    return refuse('no_robot', `A URDF starts with a robot element, not with ${robot.name}`);
  }
  const read = readTree(robot);
  if (!read.ok) return read;
  const unknown = findUnknownMesh(read.value.links, options.isKnownMesh);
  if (unknown !== undefined) {
    return refuse('unknown_mesh', `The mesh ${unknown} is not there. Upload it with the description`);
  }
  const found = findChain(read.value, options.tip);
  if (!found.ok) return found;
  const name = robot.attributes.get('name') ?? 'arm';
  return { ok: true, value: buildArm(name, read.value, found.value, options.motionLimits) };
}

function refuse(kind: UrdfErrorKind, message: string): Result<never, UrdfProblem> {
  return { ok: false, error: { kind, message } };
}

function readTree(robot: XmlElement): Result<UrdfTree, UrdfProblem> {
  const links = findChildren(robot, 'link');
  const joints = findChildren(robot, 'joint');
  if (Math.max(links.length, joints.length) > maximumElements) {
    return refuse('too_large', `A description may have ${maximumElements} links at most`);
  }
  try {
    const tree = { links: links.map(readLink), joints: joints.map(readJoint) };
    const names = tree.links.map((link) => link.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) return refuse('broken_tree', `There are two links named ${twice}`);
    return { ok: true, value: tree };
  } catch (error) {
    if (!(error instanceof UrdfValueError)) throw error;
    return refuse('invalid_value', error.message);
  }
}

function findUnknownMesh(
  links: readonly LinkModel[],
  isKnownMesh: ((uri: string) => boolean) | undefined,
): string | undefined {
  if (isKnownMesh === undefined) return undefined;
  for (const { collision } of links) {
    for (const shape of collision) {
      if (shape.kind === 'mesh' && !isKnownMesh(shape.uri)) return shape.uri;
    }
  }
  return undefined;
}

function buildArm(
  name: string,
  tree: UrdfTree,
  { root, tip, chain, notes }: ArmChain,
  motionLimits: ArmMotionLimits | undefined,
): UrdfArm {
  const turning = chain.filter((joint) => joint.type !== 'fixed');
  const warnings: string[] = [...notes];
  const { kept, fixedFrames, held } = keepFixed(tree, root, turning);
  for (const { name: joint, child } of held) {
    warnings.push(`Link ${child} is part of a gripper: it is kept where joint ${joint} rests, as part of the tool`);
  }
  for (const { name: left } of tree.links.filter((link) => !kept.has(link.name))) {
    warnings.push(`Link ${left} moves apart from the six joints and is left out`);
  }
  for (const joint of turning.filter(({ hasNoVelocity }) => hasNoVelocity)) {
    warnings.push(`Joint ${joint.name} has a velocity limit of 0; ${joint.limits.velocity.toFixed(2)} rad/s is taken`);
  }
  const joints = turning.map(toJointModel);
  const model: ArmModel = {
    name,
    root,
    tip,
    joints,
    fixedFrames,
    links: tree.links.filter((link) => kept.has(link.name)),
    motionLimits: readMotionLimits(turning, motionLimits ?? defaultMotionLimits(joints)),
  };
  return { model, warnings };
}

/**
 * Returns the links that move with the six joints, with their fixed frames. Links that move behind the last of the six
 * are a gripper: they are fixed at the rest position of their joints, so that their shapes are checked with the tool.
 * Others are left out.
 */
function keepFixed(tree: UrdfTree, root: string, turning: readonly UrdfJoint[]) {
  const kept = new Set<string>([root, ...turning.map((joint) => joint.child)]);
  const hand = new Set<string>(turning.slice(-1).map((joint) => joint.child));
  const fixedFrames: FixedFrame[] = [];
  const held: UrdfJoint[] = [];
  const restPositionOf = createRestPositions(tree.joints);
  for (let grew = true; grew; ) {
    grew = false;
    for (const joint of tree.joints) {
      const isHeld = joint.type !== 'fixed' && hand.has(joint.parent);
      if ((joint.type !== 'fixed' && !isHeld) || !kept.has(joint.parent) || kept.has(joint.child)) continue;
      kept.add(joint.child);
      if (hand.has(joint.parent)) hand.add(joint.child);
      if (isHeld) held.push(joint);
      const { name, parent, child } = joint;
      fixedFrames.push({
        name,
        parent,
        child,
        origin: isHeld ? placeAtRest(joint, restPositionOf(joint)) : joint.origin,
      });
      grew = true;
    }
  }
  return { kept, fixedFrames, held };
}

/** Returns the origin of a joint's child at a position: rad, metres if it slides. */
function placeAtRest({ type, origin, axis }: UrdfJoint, position: number): Origin {
  if (position === 0) return origin;
  const rotation = quaternionFromRpy(origin.rpy);
  if (type === 'prismatic') {
    const xyz = transformPoint(makePose(origin.xyz, rotation), scaleVec3(axis, position));
    return { xyz, rpy: origin.rpy };
  }
  const turned = multiplyQuaternions(rotation, quaternionFromAxisAngle(axis, position));
  return { xyz: origin.xyz, rpy: rpyFromQuaternion(turned) };
}

function toJointModel({ name, parent, child, origin, axis, limits }: UrdfJoint): JointModel {
  return { name, parent, child, origin, axis, limits };
}

function readMotionLimits(joints: readonly UrdfJoint[], fallback: ArmMotionLimits): ArmMotionLimits {
  return {
    velocity: fallback.velocity,
    acceleration: joints.map((joint, index) => joint.acceleration ?? fallback.acceleration[index] ?? 1),
    jerk: joints.map((joint, index) => joint.jerk ?? fallback.jerk[index] ?? 10),
    stopDeceleration: joints.map((joint, index) => joint.stopDeceleration ?? fallback.stopDeceleration[index] ?? 5),
  };
}
