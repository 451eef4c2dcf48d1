import { identityPose } from '@cellwright/geometry';
import { findAllowedPairs } from './allowed-pairs.ts';
import { ApartProver } from './apart.ts';
import { buildPairTable, type IsApart, type PairTable } from './pair-table.ts';
import type { JointDescription, LinkPair, RobotDescription } from './robot-description.ts';
import { compileRobot, type RobotModel, type RobotProblem } from './robot-model.ts';
import type { PlacedShape } from './shapes.ts';

/** An object that moves with a link: an end effector, a payload. Shapes in the link's frame. */
export interface Attachment {
  readonly name: string;
  readonly link: string;
  readonly parts: readonly PlacedShape[];
  /** Links, attachments and obstacles that it may touch. */
  readonly mayTouch?: readonly string[];
}

/** The arm with its attachments, ready for checks. */
export interface EquippedArm {
  readonly model: RobotModel;
  readonly pairs: PairTable;
  /** Pairs of links that touched in every random configuration and are therefore not checked. */
  readonly alwaysTouching: readonly LinkPair[];
}

export type EquipResult =
  | { readonly kind: 'equipped'; readonly arm: EquippedArm }
  | { readonly kind: 'refused'; readonly problem: RobotProblem };

export interface ArmCompilerOptions {
  readonly robot: RobotDescription;
  /** Joint limits, rad. */
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
  readonly margin: number;
}

/** Number of sets of attachments that are cached, because tools are put on and taken off repeatedly. */
const rememberedOutfits = 16;

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/** Compiles an arm with changing attachments. Results about the bare arm are computed once. */
export class ArmCompiler {
  private readonly options: ArmCompilerOptions;
  private readonly given: ReadonlySet<string>;
  private readonly frames: ReadonlySet<string>;
  private bare: EquippedArm | undefined;
  private readonly proofs = new Map<number, boolean>();
  private readonly outfits = new Map<string, EquippedArm>();

  constructor(options: ArmCompilerOptions) {
    this.options = options;
    const { links, joints } = options.robot;
    this.frames = new Set([...links.map((link) => link.name), ...joints.map((joint) => joint.child)]);
    this.given = new Set((options.robot.allowedPairs ?? []).map(([a, b]) => pairKey(a, b)));
  }

  equip(attachments: readonly Attachment[]): EquipResult {
    const key = JSON.stringify(attachments);
    const known = this.outfits.get(key);
    if (known !== undefined) return { kind: 'equipped', arm: known };
    const lost = attachments.find(({ link }) => !this.frames.has(link));
    if (lost !== undefined) {
      const message = `There is no link ${lost.link} to attach ${lost.name} to`;
      return { kind: 'refused', problem: { kind: 'invalidRobot', message } };
    }
    const compiled = compileRobot(this.describe(attachments));
    if (compiled.kind === 'refused') return compiled;
    const arm = this.pairUp(compiled.model, attachments);
    if (attachments.length === 0) this.bare = arm;
    const [oldest] = this.outfits.keys();
    if (this.outfits.size >= rememberedOutfits && oldest !== undefined) this.outfits.delete(oldest);
    this.outfits.set(key, arm);
    return { kind: 'equipped', arm };
  }

  private describe(attachments: readonly Attachment[]): RobotDescription {
    const { robot } = this.options;
    const mounts = attachments.map(({ name, link }): JointDescription => {
      return { name: `${name}_mount`, parent: link, child: name, kind: 'fixed', origin: identityPose };
    });
    const carried = attachments.map(({ name, parts }) => ({ name, parts, isAttachment: true }));
    return { ...robot, joints: [...robot.joints, ...mounts], links: [...robot.links, ...carried] };
  }

  private pairUp(model: RobotModel, attachments: readonly Attachment[]): EquippedArm {
    const { lower, upper, margin } = this.options;
    const own = new Set(this.options.robot.links.map((link) => link.name));
    const mayTouch = new Set(
      attachments.flatMap(({ name, mayTouch: others = [] }) => others.map((other) => pairKey(name, other))),
    );
    const nameOf = (link: number) => model.linkNames[link] ?? '';
    const isGiven = (a: number, b: number) => {
      const key = pairKey(nameOf(a), nameOf(b));
      return this.given.has(key) || mayTouch.has(key);
    };
    const { bare } = this;
    const isDecided = (a: number, b: number) => bare !== undefined && own.has(nameOf(a)) && own.has(nameOf(b));
    const fresh = findAllowedPairs(model, lower, upper, (a, b) => isGiven(a, b) || isDecided(a, b));
    const alwaysTouching = [...(bare?.alwaysTouching ?? []), ...fresh];
    const always = new Set(alwaysTouching.map(([a, b]) => pairKey(a, b)));
    const isAllowed = (a: number, b: number) => isGiven(a, b) || always.has(pairKey(nameOf(a), nameOf(b)));
    return { model, pairs: buildPairTable(model, isAllowed, this.createProver(model, margin)), alwaysTouching };
  }

  /**
   * Proofs cover the arm's own balls, whose numbers do not change; proving those of attachments is not worth the time.
   */
  private createProver(model: RobotModel, margin: number): IsApart {
    const { balls, ownCount } = model.spheres;
    const prover = new ApartProver(model, this.options.lower, this.options.upper);
    return (first, second) => {
      if (first >= ownCount || second >= ownCount) return false;
      const key = first * ownCount + second;
      const known = this.proofs.get(key);
      if (known !== undefined) return known;
      const needed = (balls[first * 4 + 3] ?? 0) + (balls[second * 4 + 3] ?? 0) + margin + 1e-6;
      const isApart = prover.prove(first, second, needed);
      this.proofs.set(key, isApart);
      return isApart;
    };
  }
}
