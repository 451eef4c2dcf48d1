import { createKinematics, type Kinematics } from '@cellwright/arm';
import type { FaultRequest, ForceLimits, MountedTool, StopKind } from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain';
import { crossVec3, rotateVec3, type Vec3 } from '@cellwright/geometry';
import type { ArmSetup } from './arm-setup.ts';

/** m/s². */
const gravity = 9.81;
/** A contact is left when its joint has turned back by this, rad; it is as much harder the other way. */
const contactDepth = 0.02;
/** More than rounding, N·m. */
const slack = 1e-6;

interface Contact {
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
 * What the joints of the simulated arm have to hold: of payload and tool by their weight at the TCP (links and motion are
 * left out: the model knows no better), and of a contact that was played on it. Tells when that is more than it may be.
 */
export class ForceWatch {
  private readonly kinematics: Kinematics;
  private limits: ForceLimits = { maxTorques: [], collisionThresholds: [] };
  private payloadMassKg = 0;
  private tool: Pick<MountedTool, 'massKg' | 'tcp'> | undefined;
  private contact: Contact | undefined;
  /** Of the joints at the last look, N·m: only what grows is told of, so that the way out is open. */
  private lastContact = 0;
  private lastLoads: readonly number[] = [];

  constructor(arm: ArmSetup) {
    this.kinematics = createKinematics(arm.model);
  }

  setLimits(limits: ForceLimits): void {
    this.limits = limits;
  }

  carry(load: { readonly payloadMassKg?: number; readonly tool?: Pick<MountedTool, 'massKg' | 'tcp'> }): void {
    this.payloadMassKg = load.payloadMassKg ?? this.payloadMassKg;
    this.tool = load.tool ?? this.tool;
  }

  /** Something touches the arm where it stands. */
  touch({ joint, size }: Pick<FaultRequest, 'joint' | 'size'>, positions: readonly number[]): void {
    this.contact = { joint, origin: positions[joint] ?? 0, torque: size };
    this.lastContact = 0;
  }

  /** What is there now is known: it is told of again only when it grows. */
  acknowledge(positions: readonly number[]): void {
    this.lastContact = Math.abs(this.contactTorque(positions));
    if (this.limits.maxTorques.length > 0) this.lastLoads = this.loadTorques(positions);
  }

  /** N·m on each joint from outside; empty without a contact. */
  externalTorques(positions: readonly number[]): readonly number[] {
    const { contact } = this;
    if (!contact) return [];
    const torque = this.contactTorque(positions);
    return torque === 0 ? [] : Array.from({ length: jointCount }, (_, joint) => (joint === contact.joint ? torque : 0));
  }

  /** To be called with every set-point. */
  check(positions: readonly number[]): ForceProblem | undefined {
    return this.checkContact(positions) ?? this.checkLoad(positions);
  }

  private checkContact(positions: readonly number[]): ForceProblem | undefined {
    const { contact, lastContact } = this;
    if (!contact) return undefined;
    const torque = Math.abs(this.contactTorque(positions));
    this.lastContact = torque;
    if (torque === 0) this.contact = undefined;
    const threshold = this.limits.collisionThresholds[contact.joint] ?? Number.POSITIVE_INFINITY;
    if (torque <= threshold || torque <= lastContact + slack) return undefined;
    const detail = `joint ${contact.joint} meets ${torque.toFixed(0)} N·m more than expected; the speed profile allows ${threshold}`;
    return { cause: 'torqueCollision', detail };
  }

  private checkLoad(positions: readonly number[]): ForceProblem | undefined {
    const { maxTorques } = this.limits;
    if (maxTorques.length === 0) return undefined;
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

  private contactTorque(positions: readonly number[]): number {
    const { contact } = this;
    if (!contact) return 0;
    const direction = Math.sign(contact.torque);
    const depth = 1 + (direction * ((positions[contact.joint] ?? 0) - contact.origin)) / contactDepth;
    return depth > 0 ? contact.torque * depth : 0;
  }

  /** N·m that the weight of payload and tool puts on each joint, without sign. */
  private loadTorques(positions: readonly number[]): readonly number[] {
    const massKg = Math.max(0, this.payloadMassKg) + (this.tool?.massKg ?? 0);
    if (massKg === 0) return [];
    const jacobian = this.kinematics.computeJacobian(positions);
    const tcp = this.tool?.tcp;
    const lever: Vec3 = tcp ? rotateVec3(this.kinematics.computeTipPose(positions), [tcp.x, tcp.y, tcp.z]) : [0, 0, 0];
    return Array.from({ length: jointCount }, (_, joint) => {
      const at = (row: number) => jacobian[row * 6 + joint] ?? 0;
      const [, , lift] = crossVec3([at(3), at(4), at(5)], lever);
      return Math.abs((at(2) + lift) * massKg * gravity);
    });
  }
}
