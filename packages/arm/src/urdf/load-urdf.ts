import {
  multiplyQuaternions,
  quaternionFromAxisAngle,
  quaternionFromRpy,
  rpyFromQuaternion,
} from '@cellwright/geometry';
import type { ArmModel, ArmMotionLimits, FixedFrame, JointModel, LinkModel, Origin } from '../model/arm-model.ts';
import { defaultMotionLimits } from '../model/motion-limits.ts';
import { type ChainResult, findChain, type UrdfTree } from './find-chain.ts';
import { readJoint, readLink, type UrdfJoint, UrdfValueError } from './read-elements.ts';
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
  | Extract<ChainResult, { ok: false }>['kind'];

export type UrdfResult =
  | { readonly ok: true; readonly model: ArmModel; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly kind: UrdfErrorKind; readonly message: string };

export interface UrdfOptions {
  /** Link to place; chosen by name and shape of the tree when absent. */
  readonly tip?: string;
  /** True if a mesh of this name is available. All names are accepted when absent. */
  readonly isKnownMesh?: (uri: string) => boolean;
  /** Limits for planning motion that the description does not specify. */
  readonly motionLimits?: ArmMotionLimits;
}

/** Loads an arm model from a URDF description: any serial chain of six revolute joints. */
export function loadUrdf(xml: string, options: UrdfOptions = {}): UrdfResult {
  if (xml.length > maximumUrdfCharacters) {
    return {
      ok: false,
      kind: 'too_large',
      message: `A description may have ${maximumUrdfCharacters} characters at most`,
    };
  }
  const parsed = parseXml(xml);
  if (!parsed.ok) return { ok: false, kind: 'not_xml', message: `The description is not valid XML: ${parsed.message}` };
  if (parsed.root.name !== 'robot') {
    return { ok: false, kind: 'no_robot', message: `A URDF starts with a robot element, not with ${parsed.root.name}` };
  }
  const read = readTree(parsed.root);
  if (!read.ok) return read;
  const unknown = findUnknownMesh(read.tree.links, options.isKnownMesh);
  if (unknown !== undefined) {
    return {
      ok: false,
      kind: 'unknown_mesh',
      message: `The mesh ${unknown} is not there. Upload it with the description`,
    };
  }
  const found = findChain(read.tree, options.tip);
  if (!found.ok) return found;
  return buildModel(read.name, read.tree, found, options.motionLimits);
}

type TreeResult =
  | { readonly ok: true; readonly name: string; readonly tree: UrdfTree }
  | Extract<UrdfResult, { ok: false }>;

function readTree(robot: XmlElement): TreeResult {
  const links = findChildren(robot, 'link');
  const joints = findChildren(robot, 'joint');
  if (Math.max(links.length, joints.length) > maximumElements) {
    return { ok: false, kind: 'too_large', message: `A description may have ${maximumElements} links at most` };
  }
  try {
    const tree = { links: links.map(readLink), joints: joints.map(readJoint) };
    const names = tree.links.map((link) => link.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) return { ok: false, kind: 'broken_tree', message: `There are two links named ${twice}` };
    return { ok: true, name: robot.attributes.get('name') ?? 'arm', tree };
  } catch (error) {
    if (!(error instanceof UrdfValueError)) throw error;
    return { ok: false, kind: 'invalid_value', message: error.message };
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

function buildModel(
  name: string,
  tree: UrdfTree,
  { root, tip, chain, notes }: Extract<ChainResult, { ok: true }>,
  motionLimits: ArmMotionLimits | undefined,
): UrdfResult {
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
  return { ok: true, model, warnings };
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
  for (let grew = true; grew; ) {
    grew = false;
    for (const joint of tree.joints) {
      const isHeld = joint.type !== 'fixed' && hand.has(joint.parent);
      if ((joint.type !== 'fixed' && !isHeld) || !kept.has(joint.parent) || kept.has(joint.child)) continue;
      kept.add(joint.child);
      if (hand.has(joint.parent)) hand.add(joint.child);
      if (isHeld) held.push(joint);
      const { name, parent, child } = joint;
      fixedFrames.push({ name, parent, child, origin: isHeld ? restOf(joint) : joint.origin });
      grew = true;
    }
  }
  return { kept, fixedFrames, held };
}

/** Returns the origin of a joint's child at rest: at 0, or at the limit nearest to it. */
function restOf({ type, origin, axis, limits }: UrdfJoint): Origin {
  const turns = type === 'revolute' || type === 'continuous';
  const angle = turns ? Math.min(Math.max(0, limits.lower), limits.upper) : 0;
  if (angle === 0) return origin;
  const turned = multiplyQuaternions(quaternionFromRpy(origin.rpy), quaternionFromAxisAngle(axis, angle));
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
