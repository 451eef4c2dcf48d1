import { identityPose, type Pose } from '@cellwright/geometry';
import { findAllowedPairs } from './allowed-pairs.ts';
import { ApartProver } from './apart.ts';
import { BroadPhase } from './broad-phase.ts';
import { ConfigurationChecker } from './configuration-checker.ts';
import { GeneralPairs } from './general-pairs.ts';
import { MotionChecker } from './motion-checker.ts';
import { type AddObstacleResult, ObstacleSet } from './obstacle-set.ts';
import { buildPairTable, type PairTable } from './pair-table.ts';
import type { JointDescription, LinkPair, RobotDescription } from './robot-description.ts';
import { compileRobot, type RobotModel, type RobotProblem } from './robot-model.ts';
import type { PlacedShape } from './shapes.ts';

/** Two things that are near each other: a link (or what is attached), and an obstacle or another link. */
export interface NamedPair {
  readonly link: string;
  readonly other: string;
  readonly otherKind: 'link' | 'obstacle';
}

export type ConfigurationCheck =
  | { readonly kind: 'clear' }
  /** `clearance` is signed, metres: at most the true one, of the worst pair. */
  | { readonly kind: 'collision'; readonly pair: NamedPair; readonly clearance: number };

export type MotionCheck =
  | { readonly kind: 'clear' }
  /** `at` is the share of the motion where contact was found; the clearance there may still be a little above 0. */
  | {
      readonly kind: 'collision';
      readonly at: number;
      readonly pair: NamedPair | undefined;
      readonly clearance: number;
    };

export interface Clearance {
  /** Signed, metres, never more than the true one. */
  readonly clearance: number;
  /** The nearest pair; undefined when nothing is within the limit. */
  readonly pair: NamedPair | undefined;
}

export interface CollisionWorldOptions {
  readonly robot: RobotDescription;
  /** Joint limits, rad: where random configurations are drawn to find pairs that always touch. */
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
  /** Clearance to keep on top of contact, metres; 0 when left out. */
  readonly margin?: number;
}

/** Something that moves with a link: an end effector, a payload. Shapes in the link's frame. */
export interface Attachment {
  readonly name: string;
  readonly link: string;
  readonly parts: readonly PlacedShape[];
  /** Links and obstacles that it may touch. */
  readonly mayTouch?: readonly string[];
}

export type CreateWorldResult =
  | { readonly kind: 'created'; readonly world: CollisionWorld }
  | { readonly kind: 'refused'; readonly problem: RobotProblem };

export type AttachResult = { readonly kind: 'attached' } | { readonly kind: 'refused'; readonly problem: RobotProblem };

/** How finely a blocked motion is searched for the place of contact, rad. */
const searchStep = 0.005;

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/**
 * An arm, what it carries and what stands round it. Obstacles are added, moved and removed one at a time; attaching
 * compiles the arm anew. A body that does not move (the base) is checked against moving links, not against obstacles.
 */
export class CollisionWorld {
  private readonly options: CollisionWorldOptions;
  private readonly obstacles = new ObstacleSet();
  private readonly general = new GeneralPairs(this.obstacles);
  private readonly attachments = new Map<string, Attachment>();
  private readonly decided = new Set<string>();
  private readonly allowed = new Set<string>();
  private readonly found: LinkPair[] = [];
  private arm: RobotModel;
  private configurations: ConfigurationChecker;
  private motions: MotionChecker;
  private checksBefore = 0;

  private constructor(options: CollisionWorldOptions, arm: RobotModel) {
    this.options = options;
    for (const [a, b] of options.robot.allowedPairs ?? []) this.allowed.add(pairKey(a, b));
    this.arm = arm;
    const pairs = this.decidePairs();
    const broad = new BroadPhase(arm, this.obstacles);
    this.configurations = new ConfigurationChecker(arm, this.obstacles, pairs, this.general, broad);
    this.motions = new MotionChecker(arm, this.obstacles, pairs.touchable, this.general, broad);
    this.useArm(arm, pairs);
  }

  /** Refused when the description does not hold together. */
  static create(options: CollisionWorldOptions): CreateWorldResult {
    const result = compileRobot(options.robot);
    if (result.kind === 'refused') return result;
    return { kind: 'created', world: new CollisionWorld(options, result.model) };
  }

  /** How many joint angles a configuration has. */
  get dof(): number {
    return this.arm.dof;
  }

  get model(): RobotModel {
    return this.arm;
  }

  /** Pairs of links that touched in every random configuration and are therefore not checked. */
  get alwaysTouchingPairs(): readonly LinkPair[] {
    return this.found;
  }

  get obstacleNames(): readonly string[] {
    return this.obstacles.names;
  }

  get attachmentNames(): readonly string[] {
    return [...this.attachments.keys()];
  }

  /** How many configurations were looked at since the world was made. */
  get checks(): number {
    return this.checksBefore + this.configurations.placements + this.motions.placements;
  }

  /** `allowedLinks` may touch it. */
  addObstacle(name: string, placed: PlacedShape, allowedLinks: readonly string[] = []): AddObstacleResult {
    const carried = [...this.attachments.values()].filter((attachment) => attachment.mayTouch?.includes(name));
    return this.obstacles.add(name, placed, [...allowedLinks, ...carried.map((attachment) => attachment.name)]);
  }

  /** False when there is no such obstacle. */
  moveObstacle(name: string, pose: Pose): boolean {
    return this.obstacles.move(name, pose);
  }

  /** False when there is no such obstacle. */
  removeObstacle(name: string): boolean {
    return this.obstacles.remove(name);
  }

  clearObstacles(): void {
    this.obstacles.clear();
  }

  getObstacle(name: string): PlacedShape | undefined {
    return this.obstacles.get(name);
  }

  /** Fixes something to a link, in place of what was attached under the same name. */
  attach(attachment: Attachment): AttachResult {
    const previous = this.attachments.get(attachment.name);
    this.attachments.set(attachment.name, attachment);
    const result = this.recompile();
    if (result.kind === 'attached') {
      this.obstacles.allowMore(attachment.name, attachment.mayTouch ?? []);
      return result;
    }
    if (previous === undefined) this.attachments.delete(attachment.name);
    else this.attachments.set(attachment.name, previous);
    return result;
  }

  /** False when nothing is attached under this name. */
  detach(name: string): boolean {
    if (!this.attachments.delete(name)) return false;
    this.recompile();
    return true;
  }

  /** Whether a configuration keeps the margin everywhere, quickly; `q` holds it from `offset` on. */
  isConfigurationClear(q: Float64Array, offset = 0): boolean {
    return this.configurations.isClear(q, offset);
  }

  /** Whether the straight joint-space motion between two configurations keeps the margin everywhere, ends included. */
  isMotionClear(from: Float64Array, to: Float64Array, fromAt = 0, toAt = 0): boolean {
    return this.motions.isClear(from, fromAt, to, toAt);
  }

  /** After isMotionClear() said no: the share of that motion, from its start, that was proved clear on the way. */
  get clearShare(): number {
    return this.motions.clearShare;
  }

  /** Clear, or the pair that is deepest in each other. */
  checkConfiguration(q: ArrayLike<number>): ConfigurationCheck {
    const margin = this.options.margin ?? 0;
    const { clearance, pair } = this.measureClearance(q, margin);
    return pair === undefined ? { kind: 'clear' } : { kind: 'collision', pair, clearance };
  }

  /** The smallest signed clearance of the arm, metres; never overestimated. Looks no further than `limit`. */
  measureClearance(q: ArrayLike<number>, limit = 10): Clearance {
    const clearance = this.configurations.measure(Float64Array.from(q), 0, limit);
    return { clearance, pair: this.namePair() };
  }

  /** Clear, or where along the straight joint-space motion contact was found and between what. */
  checkMotion(from: ArrayLike<number>, to: ArrayLike<number>): MotionCheck {
    const start = Float64Array.from(from);
    const end = Float64Array.from(to);
    if (this.motions.isClear(start, 0, end, 0)) return { kind: 'clear' };
    const angle = start.reduce((sum, value, axis) => Math.max(sum, Math.abs((end[axis] ?? 0) - value)), 0);
    const steps = Math.max(1, Math.ceil(angle / searchStep));
    let worst: Extract<MotionCheck, { kind: 'collision' }> | undefined;
    for (let step = 0; step <= steps; step += 1) {
      const at = step / steps;
      const q = start.map((value, axis) => value + ((end[axis] ?? 0) - value) * at);
      const limit = worst === undefined ? 10 : worst.clearance;
      const { clearance, pair } = this.measureClearance(q, limit);
      if (pair !== undefined && clearance < limit) worst = { kind: 'collision', at, pair, clearance };
      if (clearance <= (this.options.margin ?? 0)) break;
    }
    return worst ?? { kind: 'collision', at: 0, pair: undefined, clearance: 0 };
  }

  private namePair(): NamedPair | undefined {
    const { nearestLink, nearestOtherLink, nearestObstacle } = this.configurations;
    if (nearestLink < 0) return undefined;
    const link = this.arm.linkNames[nearestLink] ?? '';
    if (nearestObstacle >= 0)
      return { link, other: this.obstacles.names[nearestObstacle] ?? '', otherKind: 'obstacle' };
    return { link, other: this.arm.linkNames[nearestOtherLink] ?? '', otherKind: 'link' };
  }

  private recompile(): AttachResult {
    const { robot } = this.options;
    const extra = [...this.attachments.values()];
    const result = compileRobot({
      ...robot,
      joints: [
        ...robot.joints,
        ...extra.map(({ name, link }): JointDescription => {
          return { name: `${name}_mount`, parent: link, child: name, kind: 'fixed', origin: identityPose };
        }),
      ],
      links: [...robot.links, ...extra.map(({ name, parts }) => ({ name, parts }))],
    });
    if (result.kind === 'refused') return result;
    this.forgetAttached();
    this.arm = result.model;
    this.useArm(result.model, this.decidePairs());
    return { kind: 'attached' };
  }

  private useArm(arm: RobotModel, pairs: PairTable): void {
    this.checksBefore += this.configurations.placements + this.motions.placements;
    this.obstacles.setLinkNames(arm.linkNames);
    const broad = new BroadPhase(arm, this.obstacles);
    this.configurations = new ConfigurationChecker(arm, this.obstacles, pairs, this.general, broad);
    this.motions = new MotionChecker(arm, this.obstacles, pairs.touchable, this.general, broad);
    const margin = this.options.margin ?? 0;
    this.configurations.margin = margin;
    this.motions.setMargin(margin);
  }

  /** What was found about attachments holds only for the shape that was attached. */
  private forgetAttached(): void {
    const own = new Set(this.options.robot.links.map((link) => link.name));
    const isOwn = (pair: LinkPair) => own.has(pair[0]) && own.has(pair[1]);
    const kept = this.found.filter(isOwn);
    this.found.splice(0, this.found.length, ...kept);
    for (const key of this.decided) {
      const [a = '', b = ''] = key.split('\n');
      if (!isOwn([a, b])) this.decided.delete(key);
    }
  }

  /** Looks for pairs that always touch among those not looked at yet. */
  private decidePairs(): PairTable {
    const { arm, options, decided, found } = this;
    const touching = new Set(
      [...this.attachments.values()].flatMap(({ name, mayTouch = [] }) =>
        mayTouch.map((other) => pairKey(name, other)),
      ),
    );
    const keyOf = (a: number, b: number) => pairKey(arm.linkNames[a] ?? '', arm.linkNames[b] ?? '');
    const isGiven = (key: string) => this.allowed.has(key) || touching.has(key);
    const fresh = findAllowedPairs(arm, options.lower, options.upper, (a, b) => {
      const key = keyOf(a, b);
      return isGiven(key) || decided.has(key);
    });
    found.push(...fresh);
    for (const a of arm.linkNames.keys()) for (const b of arm.linkNames.keys()) decided.add(keyOf(a, b));
    const always = new Set(found.map(([a, b]) => pairKey(a, b)));
    const prover = new ApartProver(arm, options.lower, options.upper);
    const isAllowed = (a: number, b: number) => isGiven(keyOf(a, b)) || always.has(keyOf(a, b));
    return buildPairTable(arm, isAllowed, prover, options.margin ?? 0);
  }
}
