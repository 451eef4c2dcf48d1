import type { FaultRequest, ForceLimits, MountedTool, StopKind } from '@cellwright/controller-link';
import { addUpPayload, type CarriedLoad, jointCount } from '@cellwright/domain';
import type { Vec3 } from '@cellwright/geometry';
import type { ArmSetup } from './arm-setup.ts';
import { ContactModel, type TipContact } from './contact-model.ts';
import { ToolTip } from './tool-tip.ts';

/** m/s². */
const gravity = 9.81;
/** A contact that was played is left when its joint has turned back by this, rad; it is as much harder the other way. */
const contactDepth = 0.02;
/** More than rounding, N·m. */
const slack = 1e-6;

/** A contact that was played on one joint. */
interface JointContact {
  readonly joint: number;
  /** Where the joint stood when it came, rad. */
  readonly origin: number;
  /** N·m at the origin; positive is met by turning the joint on. */
  readonly torque: number;
}

/** Why the arm has to stop. */
export interface ForceProblem {
  readonly cause: StopKind;
  readonly detail: string;
}

/**
 * What the joints of the simulated arm have to hold: of payload and tool by their weight where they balance (links and
 * motion are left out: the model knows no better), of a contact that was played on it, and of what the tool presses on.
 * Tells when that is more than it may be.
 */
export class ForceWatch {
  readonly surfaces = new ContactModel();
  private readonly tip: ToolTip;
  private limits: ForceLimits = { maxTorques: [], collisionThresholds: [] };
  private tool: Pick<MountedTool, 'tcp'> | undefined;
  private load: CarriedLoad = addUpPayload(undefined, 0).total;
  private contact: JointContact | undefined;
  /** Of the joints at the last look, N·m: only what grows is told of, so that the way out is open. */
  private lastTorques: readonly number[] = [];
  private lastLoads: readonly number[] = [];
  /** True if the load is too much for a joint in some posture: else it is not looked at. Undefined until it is known. */
  private mayOverload: boolean | undefined;
  /** Joint positions at which a load that was not looked at was held last. */
  private lightAt: readonly number[] | undefined;

  /** What presses instead of the TCP of the tool, in the flange frame; undefined while that does. */
  private readonly contactPoint: () => Vec3 | undefined;

  constructor(arm: ArmSetup, contactPoint: () => Vec3 | undefined) {
    this.tip = new ToolTip(arm);
    this.contactPoint = contactPoint;
  }

  setLimits(limits: ForceLimits): void {
    this.weighLight();
    this.limits = limits;
  }

  carry(load: CarriedLoad, tool: Pick<MountedTool, 'tcp'> | undefined): void {
    this.weighLight();
    this.load = load;
    this.tool = tool;
  }

  /** Something touches the arm where it stands. */
  touch({ joint, size }: Pick<FaultRequest, 'joint' | 'size'>, positions: readonly number[]): void {
    this.contact = { joint, origin: positions[joint] ?? 0, torque: size };
    this.lastTorques = [];
  }

  /** What the tool presses on, at a set-point. */
  feel(positions: readonly number[], velocities: readonly number[]): TipContact | undefined {
    if (this.surfaces.isEmpty) return undefined;
    const { tip, tcp } = this;
    return this.surfaces.measure(tip.place(positions, tcp), tip.velocity(positions, velocities, tcp));
  }

  /** What is there now is known: it is told of again only when it grows. */
  acknowledge(positions: readonly number[], pressed: TipContact | undefined): void {
    this.lastTorques = this.externalTorques(positions, pressed);
    if (this.isLight(positions)) return;
    this.lastLoads = this.loadTorques(positions);
  }

  /** N·m on each joint from outside, positive where turning on meets it; empty when nothing touches the arm. */
  externalTorques(positions: readonly number[], pressed: TipContact | undefined): readonly number[] {
    const played = this.playedTorque(positions);
    if (played === 0 && pressed === undefined) return [];
    const ofTip = pressed ? this.tip.torques(positions, this.tcp, pressed.force) : [];
    return Array.from({ length: jointCount }, (_, joint) => {
      const ofPlayed = joint === this.contact?.joint ? played : 0;
      return ofPlayed - (ofTip[joint] ?? 0);
    });
  }

  /** To be called with every set-point. @param pressed what counts: an expected contact does not */
  check(positions: readonly number[], pressed: TipContact | undefined): ForceProblem | undefined {
    return this.checkContact(positions, pressed) ?? this.checkLoad(positions);
  }

  private get tcp(): Vec3 {
    const { tool } = this;
    return this.contactPoint() ?? (tool ? [tool.tcp.x, tool.tcp.y, tool.tcp.z] : [0, 0, 0]);
  }

  private checkContact(positions: readonly number[], pressed: TipContact | undefined): ForceProblem | undefined {
    const before = this.lastTorques;
    const torques = this.externalTorques(positions, pressed);
    this.lastTorques = torques;
    if (this.contact && this.playedTorque(positions) === 0) this.contact = undefined;
    if (torques.length === 0) return undefined;
    const { collisionThresholds } = this.limits;
    const joint = torques.findIndex(
      (torque, index) =>
        Math.abs(torque) > (collisionThresholds[index] ?? Number.POSITIVE_INFINITY) &&
        Math.abs(torque) > Math.abs(before[index] ?? 0) + slack,
    );
    if (joint < 0) return undefined;
    const met = Math.abs(torques[joint] ?? 0).toFixed(0);
    const detail = `joint ${joint} meets ${met} N·m more than expected; the speed profile allows ${collisionThresholds[joint]}`;
    return { cause: 'torqueCollision', detail };
  }

  private checkLoad(positions: readonly number[]): ForceProblem | undefined {
    const { maxTorques } = this.limits;
    if (this.isLight(positions)) return undefined;
    const loads = this.loadTorques(positions);
    const before = this.lastLoads;
    this.lastLoads = loads;
    const joint = loads.findIndex(
      (load, index) => load > (maxTorques[index] ?? Number.POSITIVE_INFINITY) && load > (before[index] ?? 0) + slack,
    );
    if (joint < 0) return undefined;
    const detail = `payload and tool ask ${loads[joint]?.toFixed(0)} N·m of joint ${joint}; the speed profile allows ${maxTorques[joint]}`;
    return { cause: 'torqueCollision', detail };
  }

  private playedTorque(positions: readonly number[]): number {
    const { contact } = this;
    if (!contact) return 0;
    const direction = Math.sign(contact.torque);
    const depth = 1 + (direction * ((positions[contact.joint] ?? 0) - contact.origin)) / contactDepth;
    return depth > 0 ? contact.torque * depth : 0;
  }

  /** True if no posture of the arm has the load ask too much of a joint. */
  private isLight(positions: readonly number[]): boolean {
    this.mayOverload ??= this.findOverload();
    this.lightAt = this.mayOverload ? undefined : positions;
    return !this.mayOverload;
  }

  private findOverload(): boolean {
    const { massKg, at } = this.load;
    const { maxTorques } = this.limits;
    return (
      massKg !== 0 &&
      this.tip
        .boundTorques(at, massKg * gravity)
        .some((most, joint) => most > (maxTorques[joint] ?? Number.POSITIVE_INFINITY))
    );
  }

  /** Before another load or limit counts: loads that the joints have held until now are reported again only when they grow. */
  private weighLight(): void {
    if (this.lightAt && this.limits.maxTorques.length > 0) this.lastLoads = this.loadTorques(this.lightAt);
    this.lightAt = undefined;
    this.mayOverload = undefined;
  }

  /** N·m that the weight of payload and tool puts on each joint, without sign. */
  private loadTorques(positions: readonly number[]): readonly number[] {
    const { massKg, at } = this.load;
    if (massKg === 0) return [];
    return this.tip.torques(positions, at, [0, 0, massKg * gravity]).map(Math.abs);
  }
}
