import type { FaultRequest, ForceLimits, MountedTool, StopKind } from '@cellwright/controller-link';
import { addUpPayload, type CarriedLoad, jointCount } from '@cellwright/domain/robot';
import type { Vec3 } from '@cellwright/geometry';
import type { ArmSetup } from './arm-setup.ts';
import { ContactModel, type TipContact } from './contact-model.ts';
import { ToolTip } from './tool-tip.ts';

/** m/s². */
const gravity = 9.81;
/**
 * A simulated contact ends when its joint has turned back by this angle, rad; its stiffness grows at the same rate the
 * other way.
 */
const contactDepth = 0.02;
/** Tolerance above rounding errors, N·m. */
const slack = 1e-6;

/** A simulated contact on one joint. */
interface JointContact {
  readonly joint: number;
  /** Position of the joint at the start of the contact, rad. */
  readonly origin: number;
  /** Torque at the origin, N·m; positive when it opposes positive rotation. */
  readonly torque: number;
}

/** The reason for a stop of the arm. */
export interface ForceProblem {
  readonly cause: StopKind;
  readonly detail: string;
}

/**
 * Computes the loads on the joints of the simulated arm: payload and tool by weight at their centres of mass (links and
 * motion are not modelled), simulated contacts, and contacts of the tool with surfaces. Reports loads beyond the
 * limits.
 */
export class ForceWatch {
  readonly surfaces = new ContactModel();
  private readonly tip: ToolTip;
  private readonly arm: Pick<ArmSetup, 'limits'>;
  private limits: ForceLimits = { maxTorques: [], collisionThresholds: [] };
  private tool: Pick<MountedTool, 'tcp'> | undefined;
  private load: CarriedLoad = addUpPayload(undefined, 0).total;
  private contact: JointContact | undefined;
  /** Torques of the joints at the last check, N·m: only growing ones are reported, so that moving away is possible. */
  private lastTorques: readonly number[] = [];
  private lastLoads: readonly number[] = [];
  /**
   * True if the load exceeds a joint's limit in some posture; otherwise it is not checked. Undefined until computed.
   */
  private mayOverload: boolean | undefined;
  /** Joint positions at the last set-point at which an unchecked light load was held. */
  private lightAt: readonly number[] | undefined;

  /** Contact point in the flange frame; undefined for the TCP of the tool. */
  private readonly contactPoint: () => Vec3 | undefined;

  constructor(arm: ArmSetup, contactPoint: () => Vec3 | undefined) {
    this.tip = new ToolTip(arm);
    this.arm = arm;
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

  /**
   * Adds a contact of an object with the arm at its current position. A joint at or beyond a limit has turned outwards,
   * so the object opposes that: otherwise the joint could not turn away from it.
   */
  touch({ joint, size }: Pick<FaultRequest, 'joint' | 'size'>, positions: readonly number[]): void {
    const origin = positions[joint] ?? 0;
    const { lower, upper } = this.arm.limits;
    const room = size > 0 ? origin - (lower[joint] ?? origin) : (upper[joint] ?? origin) - origin;
    this.contact = { joint, origin, torque: room < contactDepth ? -size : size };
    this.lastTorques = [];
  }

  /** Ends the contact of an object with a joint that slipped away from it. */
  leave(joint: number): void {
    if (this.contact?.joint !== joint) return;
    this.contact = undefined;
    this.lastTorques = [];
  }

  /** Computes the contact of the tool with the surfaces at a set-point. */
  feel(positions: readonly number[], velocities: readonly number[]): TipContact | undefined {
    if (this.surfaces.isEmpty) return undefined;
    const { tip, tcp } = this;
    return this.surfaces.measure(tip.place(positions, tcp), tip.velocity(positions, velocities, tcp));
  }

  /** Acknowledges the current contacts and loads: they are reported again only when they grow. */
  acknowledge(positions: readonly number[], pressed: TipContact | undefined): void {
    this.lastTorques = this.externalTorques(positions, pressed);
    if (this.isLight(positions)) return;
    this.lastLoads = this.loadTorques(positions);
  }

  /**
   * Returns the external torque on each joint, N·m, positive where it opposes positive rotation; empty when nothing
   * touches the arm.
   */
  externalTorques(positions: readonly number[], pressed: TipContact | undefined): readonly number[] {
    const played = this.playedTorque(positions);
    if (played === 0 && pressed === undefined) return [];
    const ofTip = pressed ? this.tip.torques(positions, this.tcp, pressed.force) : [];
    return Array.from({ length: jointCount }, (_, joint) => {
      const ofPlayed = joint === this.contact?.joint ? played : 0;
      return ofPlayed - (ofTip[joint] ?? 0);
    });
  }

  /**
   * Returns the reason for a stop, if any. Call it with every set-point. @param pressed contact to check; an expected
   * contact is left out
   */
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

  /** True if the load is within the limits of every joint in every posture. */
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

  /**
   * Records the current loads before another load or limit applies: loads held until now are reported again only when
   * they grow.
   */
  private weighLight(): void {
    if (this.lightAt && this.limits.maxTorques.length > 0) this.lastLoads = this.loadTorques(this.lightAt);
    this.lightAt = undefined;
    this.mayOverload = undefined;
  }

  /** Returns the absolute torque of the weight of payload and tool on each joint, N·m. */
  private loadTorques(positions: readonly number[]): readonly number[] {
    const { massKg, at } = this.load;
    if (massKg === 0) return [];
    return this.tip.torques(positions, at, [0, 0, massKg * gravity]).map(Math.abs);
  }
}
