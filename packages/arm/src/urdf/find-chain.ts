import type { Result } from '@cellwright/geometry';
import { jointCount, type LinkModel } from '../model/arm-model.ts';
import type { UrdfJoint } from './read-elements.ts';

/** The links and joints of a description, as written. */
export interface UrdfTree {
  readonly links: readonly LinkModel[];
  readonly joints: readonly UrdfJoint[];
}

/** The serial chain of an arm. */
export interface ArmChain {
  readonly root: string;
  readonly tip: string;
  readonly chain: readonly UrdfJoint[];
  /** Sentences that explain what was guessed. */
  readonly notes: readonly string[];
}

export interface ChainProblem {
  readonly kind: 'broken_tree' | 'not_six_axes' | 'unknown_tip';
  readonly message: string;
}

type ChainResult = Result<ArmChain, ChainProblem>;

/** Usual names of a tip, best first; a description may prefix them with the name of the robot. */
const usualTips = ['tool0', 'flange', 'ee_link', 'tcp', 'tool'];
const howToName = 'name the link that tools are mounted on, behind the file: arm.urdf#link';

interface Joints {
  readonly above: ReadonlyMap<string, UrdfJoint>;
  readonly below: ReadonlyMap<string, readonly UrdfJoint[]>;
}

/**
 * Finds the serial chain from the root to the tip. The tip is the requested one, or the link behind six revolute joints
 * that has a usual name, or else the end of the consecutive joints from the root on. Where joints branch or slide, a
 * gripper begins. An arm with another number of axes is refused.
 */
export function findChain(tree: UrdfTree, wantedTip: string | undefined): ChainResult {
  const names = new Set(tree.links.map((link) => link.name));
  const above = new Map<string, UrdfJoint>();
  const below = new Map<string, UrdfJoint[]>();
  for (const joint of tree.joints) {
    const unknown = [joint.parent, joint.child].find((name) => !names.has(name));
    if (unknown !== undefined) return broken(`Joint ${joint.name} refers to link ${unknown}, which is not there`);
    if (above.has(joint.child)) return broken(`Link ${joint.child} hangs on two joints`);
    above.set(joint.child, joint);
    below.set(joint.parent, [...(below.get(joint.parent) ?? []), joint]);
  }
  const roots = tree.links.filter((link) => !above.has(link.name));
  const root = roots[0]?.name;
  if (root === undefined || roots.length > 1) {
    return broken(`Links must form one tree, but ${roots.length} of them hang on nothing`);
  }
  const looped = tree.links.find(({ name }) => climb(above, name, tree.links.length) === undefined);
  if (looped) return broken(`Link ${looped.name} is part of a loop`);
  if (wantedTip !== undefined && !names.has(wantedTip)) {
    return { ok: false, error: { kind: 'unknown_tip', message: `There is no link named ${wantedTip}` } };
  }
  const links = tree.links.map(({ name }) => name);
  return wantedTip === undefined
    ? chooseTip(root, links, { above, below })
    : takeTip(root, wantedTip, { above, below });
}

function takeTip(root: string, tip: string, { above }: Joints): ChainResult {
  const chain = climb(above, tip) ?? [];
  if (isSixAxisChain(chain)) return { ok: true, value: { root, tip, chain, notes: [] } };
  return notSix(`Link ${tip}`, chain.filter(isMoving));
}

function chooseTip(root: string, links: readonly string[], joints: Joints): ChainResult {
  const { above } = joints;
  const named = usualTips.flatMap((tip) => links.filter((link) => hasName(link, tip)));
  const row = followRow(root, joints);
  const last = new Set(row.group);
  for (const tip of named) {
    const chain = climb(above, tip) ?? [];
    // A tip with a usual name in the middle of a longer row of joints belongs to a helper, not to the arm.
    const isMidway = row.joints.length > jointCount && !last.has(tip);
    if (isSixAxisChain(chain) && !isMidway) return { ok: true, value: { root, tip, chain, notes: [] } };
  }
  if (row.joints.length !== jointCount) return notSix('The arm', followRow(root, joints, isMoving).joints);
  const chain = row.joints;
  const hand = chain.at(-1)?.child ?? root;
  const ends = links.filter((link) => last.has(link) && !joints.below.has(link));
  const [only] = ends;
  const tip = row.hasGripper || only === undefined ? hand : (ends.at(-1) ?? hand);
  const isSure = !row.hasGripper && ends.length === 1;
  const note = `No link has the name of a tip (${usualTips.join(', ')}): ${tip} is taken. If it is another, ${howToName}`;
  return { ok: true, value: { root, tip, chain: climb(above, tip) ?? chain, notes: isSure ? [] : [note] } };
}

interface Row {
  /** Consecutive moving joints from the root on. */
  readonly joints: readonly UrdfJoint[];
  /** Links fixed to the last of them. */
  readonly group: readonly string[];
  /**
   * True if something behind it moves in another way: several joints side by side, or one that slides or mimics
   * another.
   */
  readonly hasGripper: boolean;
}

/** @param isPart true for joints that do not end the row */
function followRow(root: string, { below }: Joints, isPart = isTurning): Row {
  const joints: UrdfJoint[] = [];
  for (let at = root; ; ) {
    const group = listFixed(at, below);
    const next = group.flatMap((link) => below.get(link) ?? []).filter(isMoving);
    const [only] = next;
    if (only === undefined || next.length > 1 || !isPart(only)) {
      return { joints, group, hasGripper: next.length > 0 };
    }
    joints.push(only);
    at = only.child;
  }
}

/** Returns a link and all links fixed to it, outwards. */
function listFixed(link: string, below: Joints['below']): string[] {
  const group = [link];
  for (const each of group) {
    for (const joint of below.get(each) ?? []) if (!isMoving(joint)) group.push(joint.child);
  }
  return group;
}

function hasName(link: string, tip: string): boolean {
  return link === tip || ['_', '-', '/'].some((separator) => link.endsWith(`${separator}${tip}`));
}

function describeJoints(joints: readonly UrdfJoint[]): string {
  const names = joints.map((joint) => (isTurning(joint) ? joint.name : `${joint.name} (${kindOf(joint)})`));
  const count = joints.length === 1 ? '1 joint' : `${joints.length} joints`;
  return names.length === 0 ? 'no joint' : `${count} (${names.join(', ')})`;
}

function kindOf({ mimic, type }: UrdfJoint): string {
  return mimic ? 'follows another' : type;
}

function notSix(moved: string, moving: readonly UrdfJoint[]): ChainResult {
  const what = `${moved} is moved by ${describeJoints(moving)}`;
  const message = `${what}, but an arm must be a chain of exactly six revolute joints from its root to its tip. ${adviseOn(moving)}`;
  return { ok: false, error: { kind: 'not_six_axes', message } };
}

/** Returns a sentence with the six joints that can be used and the remedy for the others. */
function adviseOn(moving: readonly UrdfJoint[]): string {
  const six = moving.filter(isTurning).slice(0, jointCount);
  const others = moving.filter((joint) => !six.includes(joint));
  const [names, otherNames] = [six, others].map((joints) => joints.map(({ name }) => name).join(', '));
  if (six.length < jointCount) {
    return `If joints branch before the sixth, ${howToName}. An arm with fewer axes cannot be used`;
  }
  const last = six.at(-1);
  const isFirst = moving.slice(0, jointCount).every(isTurning);
  if (isFirst && last) {
    return `To use ${names}, name the link behind them as the tip: arm.urdf#${last.child}. To use others, write type="fixed" for each joint that does not move the arm, such as a turntable or a redundant axis`;
  }
  return `To use ${names}, write type="fixed" for ${otherNames}, with the origin where it stands. A lift under the arm is a device of kind CustomBase`;
}

function climb(above: ReadonlyMap<string, UrdfJoint>, tip: string, limit = above.size): UrdfJoint[] | undefined {
  const chain: UrdfJoint[] = [];
  for (let joint = above.get(tip); joint !== undefined; joint = above.get(joint.parent)) {
    if (chain.length > limit) return undefined;
    chain.push(joint);
  }
  return chain.reverse();
}

function isMoving({ type }: UrdfJoint): boolean {
  return type !== 'fixed';
}

function isSixAxisChain(chain: readonly UrdfJoint[]): boolean {
  const moving = chain.filter(isMoving);
  return moving.length === jointCount && moving.every(isTurning);
}

function isTurning(joint: UrdfJoint): boolean {
  return (joint.type === 'revolute' || joint.type === 'continuous') && joint.mimic === undefined;
}

function broken(message: string): ChainResult {
  return { ok: false, error: { kind: 'broken_tree', message } };
}
