import type { Pose } from '@cellwright/geometry';
import { findAlwaysNear } from './allowed-pairs.ts';
import { ArmCompiler, type Attachment, type EquippedArm } from './arm-compiler.ts';
import { BroadPhase } from './broad-phase.ts';
import { type ClearanceOf, ConfigurationChecker } from './configuration-checker.ts';
import { GeneralPairs } from './general-pairs.ts';
import { JointRange } from './joint-range.ts';
import { MotionChecker } from './motion-checker.ts';
import { type AddObstacleResult, ObstacleSet } from './obstacle-set.ts';
import type { NodePairs } from './pair-table.ts';
import type { LinkPair, RobotDescription } from './robot-description.ts';
import type { RobotModel, RobotProblem } from './robot-model.ts';
import type { PlacedShape } from './shapes.ts';
import { findStandingContacts, type StandingContact } from './standing-contacts.ts';

/** Two bodies close to each other: a link (or an attachment), and an obstacle or another link. */
export interface NamedPair {
  readonly link: string;
  readonly other: string;
  readonly otherKind: 'link' | 'obstacle';
}

export type ConfigurationCheck =
  | { readonly kind: 'clear' }
  /** `clearance` of the worst pair is signed, metres, and never overestimated. */
  | { readonly kind: 'collision'; readonly pair: NamedPair; readonly clearance: number };

export type MotionCheck =
  | { readonly kind: 'clear' }
  /** `at` is the share of the motion at which contact was found; the clearance there may still be slightly above 0. */
  | {
      readonly kind: 'collision';
      readonly at: number;
      readonly pair: NamedPair | undefined;
      readonly clearance: number;
    };

export interface Clearance {
  /** Signed, metres, never overestimated. */
  readonly clearance: number;
  /** The nearest pair; undefined when no pair is within the limit. */
  readonly pair: NamedPair | undefined;
}

export interface Contact {
  readonly pair: NamedPair;
  /** Signed, metres, never overestimated. */
  readonly clearance: number;
}

export interface CollisionWorldOptions {
  readonly robot: RobotDescription;
  /** Joint limits, rad: the range of the random configurations that find pairs that always touch. */
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
  /** Clearance to keep on top of contact, metres; 0 when absent. */
  readonly margin?: number;
}

export type CreateWorldResult =
  | { readonly kind: 'created'; readonly world: CollisionWorld }
  | { readonly kind: 'refused'; readonly problem: RobotProblem };

export type AttachResult =
  /** `alwaysTouching`: pairs with it that touch in every random configuration and are therefore not checked. */
  | { readonly kind: 'attached'; readonly alwaysTouching: readonly LinkPair[] }
  | { readonly kind: 'refused'; readonly problem: RobotProblem };

/** Step of the search for the contact of a blocked motion, rad. */
const searchStep = 0.005;

/**
 * An arm with its attachments and obstacles. Obstacles are added, moved and removed one at a time; attaching compiles
 * the arm again. A body that does not move (the base) is checked against moving links, not against obstacles.
 */
export class CollisionWorld {
  private readonly obstacles = new ObstacleSet();
  private readonly general = new GeneralPairs(this.obstacles);
  private readonly attachments = new Map<string, Attachment>();
  private readonly compiler: ArmCompiler;
  private readonly margin: number;
  private readonly range: JointRange;
  private arm: EquippedArm;
  private configurations: ConfigurationChecker;
  private motions: MotionChecker;
  /** Created for the first motion that leaves the joint limits. */
  private wideMotions: MotionChecker | undefined;
  private broad: BroadPhase;
  /** Valid after a motion was not clear. */
  private share = 0;
  private checksBefore = 0;

  private constructor(compiler: ArmCompiler, arm: EquippedArm, margin: number, range: JointRange) {
    this.compiler = compiler;
    this.margin = margin;
    this.range = range;
    this.arm = arm;
    ({ configurations: this.configurations, motions: this.motions, broad: this.broad } = this.createCheckers(arm));
  }

  /** Creates a world; refuses an inconsistent description. */
  static create(options: CollisionWorldOptions): CreateWorldResult {
    const margin = options.margin ?? 0;
    const compiler = new ArmCompiler({ ...options, margin });
    const result = compiler.equip([]);
    if (result.kind === 'refused') return result;
    const range = new JointRange(options.lower, options.upper);
    return { kind: 'created', world: new CollisionWorld(compiler, result.arm, margin, range) };
  }

  /** Returns the number of joint angles of a configuration. */
  get dof(): number {
    return this.arm.model.dof;
  }

  get model(): RobotModel {
    return this.arm.model;
  }

  /** Returns the pairs of links that touched in every random configuration and are therefore not checked. */
  get alwaysTouchingPairs(): readonly LinkPair[] {
    return this.arm.alwaysTouching;
  }

  get obstacleNames(): readonly string[] {
    return this.obstacles.names;
  }

  get attachmentNames(): readonly string[] {
    return [...this.attachments.keys()];
  }

  /** Returns the number of configurations checked since the world was created. */
  get checks(): number {
    const { configurations, motions, wideMotions } = this;
    return this.checksBefore + configurations.placements + motions.placements + (wideMotions?.placements ?? 0);
  }

  /** Adds an obstacle, which `allowedLinks` may touch. */
  addObstacle(name: string, placed: PlacedShape, allowedLinks: readonly string[] = []): AddObstacleResult {
    return this.obstacles.add(name, placed, allowedLinks);
  }

  /** Moves an obstacle. Returns false when it does not exist or the pose is invalid; it then keeps its pose. */
  moveObstacle(name: string, pose: Pose): boolean {
    return this.obstacles.move(name, pose);
  }

  /** Removes an obstacle. Returns false when it does not exist. */
  removeObstacle(name: string): boolean {
    return this.obstacles.remove(name);
  }

  clearObstacles(): void {
    this.obstacles.clear();
  }

  getObstacle(name: string): PlacedShape | undefined {
    return this.obstacles.get(name);
  }

  /** Attaches a body to a link and replaces an attachment of the same name. */
  attach(attachment: Attachment): AttachResult {
    const previous = this.attachments.get(attachment.name);
    this.attachments.set(attachment.name, attachment);
    const result = this.equip();
    if (result.kind === 'attached') {
      const isAbout = (pair: LinkPair) => pair.includes(attachment.name);
      return { kind: 'attached', alwaysTouching: this.alwaysTouchingPairs.filter(isAbout) };
    }
    if (previous === undefined) this.attachments.delete(attachment.name);
    else this.attachments.set(attachment.name, previous);
    return result;
  }

  /** Removes an attachment. Returns false when it does not exist. */
  detach(name: string): boolean {
    if (!this.attachments.delete(name)) return false;
    this.equip();
    return true;
  }

  /** True if a configuration keeps the margin everywhere; fast. `q` contains it from `offset` on. */
  isConfigurationClear(q: Float64Array, offset = 0): boolean {
    return this.configurations.isClear(q, offset, this.range.holds(q, offset));
  }

  /** True if the straight joint-space motion between two configurations keeps the margin everywhere, ends included. */
  isMotionClear(from: Float64Array, to: Float64Array, fromAt = 0, toAt = 0): boolean {
    return this.proveMotion(from, fromAt, to, toAt);
  }

  /**
   * Does the same for a curve: true if nothing touches on any motion that stays, joint by joint, within `strays` (rad)
   * of some configuration of the straight one. False only means that this is not proved.
   */
  isCurveClear(from: Float64Array, to: Float64Array, strays: Float64Array): boolean {
    return this.proveMotion(from, 0, to, 0, strays);
  }

  /** After isMotionClear() returned false: the share of that motion, from its start, that was proved clear. */
  get clearShare(): number {
    return this.share;
  }

  /** Checks a configuration. A collision names the pair with the deepest overlap. */
  checkConfiguration(q: ArrayLike<number>): ConfigurationCheck {
    const { clearance, pair } = this.measureClearance(q, this.margin);
    return pair === undefined ? { kind: 'clear' } : { kind: 'collision', pair, clearance };
  }

  /** Returns the smallest signed clearance of the arm, metres; never overestimated. Searches up to `limit`. */
  measureClearance(q: ArrayLike<number>, limit = 10, among: ClearanceOf = 'everything'): Clearance {
    const clearance = this.configurations.measure(Float64Array.from(q), 0, limit, among);
    return { clearance, pair: this.namePair() };
  }

  /** Lists every pair that keeps less than the margin, with its signed clearance in metres. */
  listContacts(q: ArrayLike<number>): readonly Contact[] {
    const found = this.configurations.list(Float64Array.from(q), 0, this.margin);
    return found.map(({ link, otherLink, obstacle, clearance }) => ({
      pair: this.nameOf(link, otherLink, obstacle),
      clearance,
    }));
  }

  /**
   * Lists obstacles that overlap a fixed link or one of the obstacles that the arm is mounted on. No other result
   * includes them: no motion causes or ends them.
   */
  listStandingContacts(fixtures: readonly string[] = []): readonly StandingContact[] {
    return findStandingContacts(this.arm.model, this.obstacles, this.general, fixtures);
  }

  /** Lists the links that touch an obstacle in each of many random configurations, and are not allowed to. */
  listAlwaysTouching(obstacle: string): readonly string[] {
    const { lower, upper } = this.range;
    const isTheOne = (slot: number) => slot >= 0 && this.obstacles.names[slot] === obstacle;
    return findAlwaysNear(lower, upper, (q, touchingGap) =>
      this.configurations
        .list(q, 0, touchingGap)
        .filter((near) => isTheOne(near.obstacle))
        .map(({ link }) => this.arm.model.linkNames[link] ?? ''),
    );
  }

  /** Checks the straight joint-space motion. A collision includes the place of the contact and the pair. */
  checkMotion(from: ArrayLike<number>, to: ArrayLike<number>): MotionCheck {
    const start = Float64Array.from(from);
    const end = Float64Array.from(to);
    if (this.proveMotion(start, 0, end, 0)) return { kind: 'clear' };
    const angle = start.reduce((sum, value, axis) => Math.max(sum, Math.abs((end[axis] ?? 0) - value)), 0);
    const steps = Math.max(1, Math.ceil(angle / searchStep));
    // The part that was proved clear need not be searched.
    const first = Math.floor(this.clearShare * steps);
    const placeAt = (step: number) => start.map((value, axis) => value + ((end[axis] ?? 0) - value) * (step / steps));
    for (let step = first; step <= steps; step += 1) {
      const q = placeAt(step);
      if (this.isConfigurationClear(q)) continue;
      const { clearance, pair } = this.measureClearance(q);
      if (clearance <= this.margin) return { kind: 'collision', at: step / steps, pair, clearance };
    }
    return this.findNarrowest(first, steps, placeAt);
  }

  /** Returns the place where a motion that touches between two steps of the search has the smallest clearance. */
  private findNarrowest(first: number, steps: number, placeAt: (step: number) => Float64Array): MotionCheck {
    let worst: Extract<MotionCheck, { kind: 'collision' }> | undefined;
    for (let step = first; step <= steps; step += 1) {
      const limit = worst?.clearance ?? 10;
      const { clearance, pair } = this.measureClearance(placeAt(step), limit);
      if (pair !== undefined && clearance < limit) worst = { kind: 'collision', at: step / steps, pair, clearance };
    }
    return worst ?? { kind: 'collision', at: 0, pair: undefined, clearance: 0 };
  }

  /** Beyond the joint limits (an arm that was pushed by hand) links can meet that cannot meet within them. */
  private proveMotion(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, strays?: Float64Array) {
    const isWithin = this.range.holds(from, fromAt, strays) && this.range.holds(to, toAt, strays);
    const motions = isWithin ? this.motions : this.widen();
    const isClear = motions.isClear(from, fromAt, to, toAt, strays);
    this.share = motions.clearShare;
    return isClear;
  }

  private widen(): MotionChecker {
    this.wideMotions ??= this.createMotions(this.arm.model, this.arm.pairs.checked, this.broad);
    return this.wideMotions;
  }

  private namePair(): NamedPair | undefined {
    const { nearestLink, nearestOtherLink, nearestObstacle } = this.configurations;
    return nearestLink < 0 ? undefined : this.nameOf(nearestLink, nearestOtherLink, nearestObstacle);
  }

  private nameOf(link: number, otherLink: number, obstacle: number): NamedPair {
    const { linkNames } = this.arm.model;
    const name = linkNames[link] ?? '';
    if (obstacle >= 0) return { link: name, other: this.obstacles.names[obstacle] ?? '', otherKind: 'obstacle' };
    return { link: name, other: linkNames[otherLink] ?? '', otherKind: 'link' };
  }

  private equip(): { readonly kind: 'attached' } | Extract<AttachResult, { kind: 'refused' }> {
    const result = this.compiler.equip([...this.attachments.values()]);
    if (result.kind === 'refused') return result;
    this.arm = result.arm;
    this.checksBefore = this.checks;
    ({
      configurations: this.configurations,
      motions: this.motions,
      broad: this.broad,
    } = this.createCheckers(result.arm));
    this.wideMotions = undefined;
    return { kind: 'attached' };
  }

  private createCheckers({ model, pairs }: EquippedArm) {
    const { obstacles, general, margin } = this;
    obstacles.setLinks(model.linkNames, (obstacle) =>
      [...this.attachments.values()].filter(({ mayTouch }) => mayTouch?.includes(obstacle)).map(({ name }) => name),
    );
    const broad = new BroadPhase(model, obstacles);
    const configurations = new ConfigurationChecker(model, obstacles, pairs, general, broad);
    configurations.margin = margin;
    return { configurations, motions: this.createMotions(model, pairs.touchable, broad), broad };
  }

  private createMotions(model: RobotModel, pairs: NodePairs, broad: BroadPhase): MotionChecker {
    const motions = new MotionChecker(model, this.obstacles, pairs, this.general, broad);
    motions.setMargin(this.margin);
    return motions;
  }
}
