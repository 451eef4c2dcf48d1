import { jointCount, type LinkModel } from '../model/arm-model.ts';
import type { UrdfJoint } from './read-elements.ts';

/** The links and joints of a description, as written. */
export interface UrdfTree {
  readonly links: readonly LinkModel[];
  readonly joints: readonly UrdfJoint[];
}

export type ChainResult =
  | { readonly ok: true; readonly root: string; readonly tip: string; readonly chain: readonly UrdfJoint[] }
  | { readonly ok: false; readonly kind: 'broken_tree' | 'not_six_axes' | 'unknown_tip'; readonly message: string };

/** Names that a tip goes by, best first, when a description ends in several links. */
const usualTips = ['tool0', 'flange', 'ee_link', 'tcp', 'tool'];

/**
 * The serial chain from the root to the tip: the tip asked for, or the end with six revolute joints that has a usual
 * name, or the last one written.
 */
export function findChain(tree: UrdfTree, wantedTip: string | undefined): ChainResult {
  const names = new Set(tree.links.map((link) => link.name));
  const above = new Map<string, UrdfJoint>();
  for (const joint of tree.joints) {
    const unknown = [joint.parent, joint.child].find((name) => !names.has(name));
    if (unknown !== undefined) return broken(`Joint ${joint.name} refers to link ${unknown}, which is not there`);
    if (above.has(joint.child)) return broken(`Link ${joint.child} hangs on two joints`);
    above.set(joint.child, joint);
  }
  const roots = tree.links.filter((link) => !above.has(link.name));
  const root = roots[0]?.name;
  if (root === undefined || roots.length > 1) {
    return broken(`Links must form one tree, but ${roots.length} of them hang on nothing`);
  }
  if (wantedTip !== undefined && !names.has(wantedTip)) {
    return { ok: false, kind: 'unknown_tip', message: `There is no link named ${wantedTip}` };
  }
  const parents = new Set(tree.joints.map((joint) => joint.parent));
  const ends = tree.links.map((link) => link.name).filter((name) => !parents.has(name));
  const candidates =
    wantedTip === undefined ? [...usualTips.filter((name) => names.has(name)), ...ends.reverse()] : [wantedTip];
  for (const tip of candidates) {
    const chain = climb(above, tip, tree.links.length);
    if (chain === undefined) return broken(`Link ${tip} is part of a loop`);
    if (isSixAxisChain(chain)) return { ok: true, root, tip, chain };
  }
  const message = 'The arm must be a chain of exactly six revolute joints from its root to its tip';
  return { ok: false, kind: 'not_six_axes', message };
}

function climb(above: ReadonlyMap<string, UrdfJoint>, tip: string, limit: number): UrdfJoint[] | undefined {
  const chain: UrdfJoint[] = [];
  for (let joint = above.get(tip); joint !== undefined; joint = above.get(joint.parent)) {
    if (chain.length > limit) return undefined;
    chain.push(joint);
  }
  return chain.reverse();
}

function isSixAxisChain(chain: readonly UrdfJoint[]): boolean {
  const moving = chain.filter((joint) => joint.type !== 'fixed');
  return moving.length === jointCount && moving.every(isTurning);
}

function isTurning(joint: UrdfJoint): boolean {
  return (joint.type === 'revolute' || joint.type === 'continuous') && !joint.isMimic;
}

function broken(message: string): ChainResult {
  return { ok: false, kind: 'broken_tree', message };
}
