import {
  composePoses,
  identityPose,
  invertPose,
  makePose,
  normalizeVec3,
  type Pose,
  setTransformFromPose,
  transformSize,
} from '@cellwright/geometry';
import { rotationOntoAxis } from './axes.ts';
import { makePartsOf, type Part } from './parts.ts';
import { computeReach } from './reach.ts';
import type { JointDescription, LinkDescription, RobotDescription } from './robot-description.ts';
import { findPlacedShapeProblem, type ShapeProblem } from './shapes.ts';
import { buildSphereTree, type SphereTree } from './sphere-tree.ts';

/**
 * An arm compiled for checks. Body 0 contains everything that is fixed, body k everything that moves with the k-th axis
 * and no later one. Each body's frame is the child frame of its joint, turned so that the axis is z.
 */
export interface RobotModel {
  readonly dof: number;
  /** Pose of body 0 in the world, one transform. */
  readonly root: Float64Array;
  /** Transforms from body k-1 to body k at zero, one per axis. */
  readonly steps: Float64Array;
  readonly linkNames: readonly string[];
  readonly parts: readonly Part[];
  /** Body and link (index into linkNames) of each part. */
  readonly partBody: Int32Array;
  readonly partLink: Int32Array;
  readonly spheres: SphereNodes;
  /** Frame of each link in the frame of its body. */
  readonly linkFrames: ReadonlyMap<string, { readonly body: number; readonly pose: Pose }>;
}

/** Bounding-sphere trees, one per body and attachment, flattened; children of a node are consecutive. */
export interface SphereNodes {
  readonly count: number;
  /** Centre in the body's frame and radius: x y z r, metres. */
  readonly balls: Float64Array;
  readonly body: Int32Array;
  readonly firstChild: Int32Array;
  readonly childCount: Int32Array;
  /** The part of a leaf, -1 for inner nodes. */
  readonly part: Int32Array;
  /** 1 if the node is a leaf whose part equals its ball. */
  readonly isExact: Uint8Array;
  /** Root node of each tree: those of the arm's own links from base to tip, then those of attachments. */
  readonly roots: Int32Array;
  /** The tree of each node; tree t has the nodes roots[t] … roots[t + 1], the last one up to count. */
  readonly tree: Int32Array;
  /** Number of nodes of the arm's own links. */
  readonly ownCount: number;
  /** Maximum distance of a node's centre from each axis in any configuration: dof numbers per node, metres. */
  readonly reach: Float64Array;
  /** Ball of the world that the centre never leaves: x y z r per node. */
  readonly regions: Float64Array;
}

export type RobotProblem = ShapeProblem | { readonly kind: 'invalidRobot'; readonly message: string };

export type CompileResult =
  | { readonly kind: 'compiled'; readonly model: RobotModel }
  | { readonly kind: 'refused'; readonly problem: RobotProblem };

/** Maximum number of balls: more cannot be packed into pairs in the hot loops. */
const maximumParts = 4096;

interface Placement {
  readonly body: number;
  readonly pose: Pose;
}

function placeLinks(description: RobotDescription): ReadonlyMap<string, Placement> | string {
  const isChild = new Set(description.joints.map((joint) => joint.child));
  const placed = new Map<string, Placement>();
  const pending: string[] = [];
  const names = [...description.links.map((link) => link.name), ...description.joints.map((joint) => joint.parent)];
  for (const name of names) {
    if (isChild.has(name) || placed.has(name)) continue;
    placed.set(name, { body: 0, pose: identityPose });
    pending.push(name);
  }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const parent = placed.get(name);
    for (const joint of description.joints.filter((candidate) => candidate.parent === name)) {
      if (parent === undefined || placed.has(joint.child)) return `Link ${joint.child} has more than one parent`;
      const next = placeChild(parent, joint, description.movingJoints.indexOf(joint.name) + 1);
      if (typeof next === 'string') return next;
      placed.set(joint.child, next);
      pending.push(joint.child);
    }
  }
  const lost = description.links.find((link) => !placed.has(link.name));
  return lost === undefined ? placed : `Link ${lost.name} is not connected to the root`;
}

function placeChild(parent: Placement, joint: JointDescription, body: number): Placement | string {
  const pose = composePoses(parent.pose, joint.origin);
  if (body === 0) return { body: parent.body, pose };
  if (parent.body !== body - 1) return `Joint ${joint.name} does not follow the axis before it`;
  if (joint.axis === undefined || normalizeVec3(joint.axis).every((value) => value === 0)) {
    return `Joint ${joint.name} has no axis`;
  }
  const turn = makePose([0, 0, 0], rotationOntoAxis(joint.axis));
  // The child's own frame in the body's frame, whose z is the axis.
  return { body, pose: invertPose(turn) };
}

function computeSteps(description: RobotDescription, placed: ReadonlyMap<string, Placement>): Float64Array | string {
  const steps = new Float64Array(description.movingJoints.length * transformSize);
  for (const [index, name] of description.movingJoints.entries()) {
    const joint = description.joints.find((candidate) => candidate.name === name);
    if (joint === undefined) return `Joint ${name} does not exist`;
    const parent = placed.get(joint.parent);
    const child = placed.get(joint.child);
    if (parent === undefined || child === undefined) return `Joint ${name} is not connected to the root`;
    const step = composePoses(composePoses(parent.pose, joint.origin), invertPose(child.pose));
    setTransformFromPose(steps, index * transformSize, step);
  }
  return steps;
}

/** Parts that share a tree: those of one body, or of one attachment. */
interface PartGroup {
  readonly body: number;
  readonly parts: readonly number[];
}

function groupParts(links: readonly LinkDescription[], partLink: Int32Array, partBody: Int32Array): PartGroup[] {
  const groups = new Map<number, { body: number; parts: number[] }>();
  for (const [part, link] of partLink.entries()) {
    const body = partBody[part] ?? 0;
    // Attachments sort behind every body.
    const key = links[link]?.isAttachment ? 1_000_000 + link : body;
    const group = groups.get(key) ?? { body, parts: [] };
    group.parts.push(part);
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

interface FlatNode {
  readonly ball: SphereTree;
  readonly tree: number;
  readonly body: number;
  readonly part: number;
  firstChild: number;
}

/** Lays out the trees one after the other, each breadth first, so that children are consecutive. */
function flattenTrees(groups: readonly PartGroup[], parts: readonly Part[]): FlatNode[] {
  const nodes: FlatNode[] = [];
  for (const [tree, group] of groups.entries()) {
    const root = buildSphereTree(group.parts.flatMap((part) => parts[part]?.bound ?? []));
    if (root === undefined) continue;
    const add = (ball: SphereTree) =>
      nodes.push({ ball, tree, body: group.body, part: group.parts[ball.item] ?? -1, firstChild: 0 });
    let index = nodes.length;
    add(root);
    for (let node = nodes[index]; node !== undefined; index += 1, node = nodes[index]) {
      node.firstChild = nodes.length;
      node.ball.children.forEach(add);
    }
  }
  return nodes;
}

function buildSphereNodes(
  links: readonly LinkDescription[],
  parts: readonly Part[],
  partLink: Int32Array,
  partBody: Int32Array,
  root: Float64Array,
  steps: Float64Array,
): SphereNodes {
  const groups = groupParts(links, partLink, partBody);
  const nodes = flattenTrees(groups, parts);
  const balls = Float64Array.from(nodes.flatMap(({ ball }) => [...ball.center, ball.radius]));
  const body = Int32Array.from(nodes, (node) => node.body);
  const isAttached = groups.map(({ parts: [part = -1] }) => links[partLink[part] ?? -1]?.isAttachment ?? false);
  const firstAttached = nodes.findIndex((node) => isAttached[node.tree]);
  return {
    count: nodes.length,
    balls,
    body,
    firstChild: Int32Array.from(nodes, (node) => node.firstChild),
    childCount: Int32Array.from(nodes, (node) => node.ball.children.length),
    part: Int32Array.from(nodes, (node) => node.part),
    isExact: Uint8Array.from(nodes, ({ part }) => (parts[part]?.points.length === 3 ? 1 : 0)),
    roots: Int32Array.from(groups.keys(), (tree) => nodes.findIndex((node) => node.tree === tree)),
    tree: Int32Array.from(nodes, (node) => node.tree),
    ownCount: firstAttached < 0 ? nodes.length : firstAttached,
    ...computeReach(balls, body, root, steps, steps.length / transformSize),
  };
}

/** Compiles a description; returns a problem if it is invalid. */
export function compileRobot(description: RobotDescription): CompileResult {
  const refuse = (message: string): CompileResult => ({ kind: 'refused', problem: { kind: 'invalidRobot', message } });
  const placed = placeLinks(description);
  if (typeof placed === 'string') return refuse(placed);
  const steps = computeSteps(description, placed);
  if (typeof steps === 'string') return refuse(steps);
  const parts: Part[] = [];
  const partBody: number[] = [];
  const partLink: number[] = [];
  for (const [index, link] of description.links.entries()) {
    const placement = placed.get(link.name);
    for (const placedShape of link.parts) {
      const problem = findPlacedShapeProblem(placedShape);
      if (problem !== undefined) return { kind: 'refused', problem };
      const solids = makePartsOf(placedShape, placement?.pose ?? identityPose);
      if (solids === undefined) return refuse(`Link ${link.name} may not be a half-space`);
      for (const solid of solids) {
        parts.push(solid);
        partBody.push(placement?.body ?? 0);
        partLink.push(index);
      }
    }
  }
  if (parts.length > maximumParts) return refuse(`An arm may have at most ${maximumParts} collision parts`);
  const dof = description.movingJoints.length;
  const bodies = Int32Array.from(partBody);
  const linkNumbers = Int32Array.from(partLink);
  const root = new Float64Array(transformSize);
  setTransformFromPose(root, 0, description.rootPose ?? identityPose);
  const model: RobotModel = {
    dof,
    root,
    steps,
    linkNames: description.links.map((link) => link.name),
    parts,
    partBody: bodies,
    partLink: linkNumbers,
    spheres: buildSphereNodes(description.links, parts, linkNumbers, bodies, root, steps),
    linkFrames: placed,
  };
  return { kind: 'compiled', model };
}
