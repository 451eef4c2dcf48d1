import {
  type CommandResult,
  type ControllerCommand,
  type FaultRequest,
  type MountedTool,
  refuse,
} from '@cellwright/controller-link';
import { addUpPayload, jointCount, ledCount, payloadMassRange } from '@cellwright/domain/robot';
import type { ContactSurface } from '@cellwright/domain/space';
import type { Trajectory } from '@cellwright/trajectory';
import type { ArmMotion } from './arm-motion.ts';
import type { ArmSetup } from './arm-setup.ts';
import type { TipContact } from './contact-model.ts';
import { ForceWatch } from './force-watch.ts';
import { GravityHold } from './gravity-hold.ts';
import type { LogKind } from './motion-log.ts';

/** Defaults of a fault: distance of a displaced joint beyond its limit, rad, and torque of a contact, N·m. */
const usual = { beyond: 0.05, torque: 100 };

/** The functions of a controller beside motion: payload and tool, LEDs, single brakes, forces, and simulated faults. */
export class Peripherals {
  readonly forces: ForceWatch;
  private readonly hold: GravityHold;
  private readonly arm: ArmSetup;
  private readonly motion: ArmMotion;
  private readonly log: (kind: LogKind, detail: string) => void;
  private leds: Uint8Array = new Uint8Array();
  private massKg = 0;
  private tool: MountedTool | undefined;
  /** Contact force of the tool at the last set-point, N. */
  private lastForce = 0;

  constructor(arm: ArmSetup, motion: ArmMotion, log: (kind: LogKind, detail: string) => void) {
    this.arm = arm;
    this.motion = motion;
    this.log = log;
    this.forces = new ForceWatch(arm, () => motion.contactPoint);
    this.hold = new GravityHold(arm);
  }

  get payloadMassKg(): number {
    return this.massKg;
  }

  get toolName(): string {
    return this.tool?.name ?? '';
  }

  get ledColors(): Uint8Array {
    return this.leds;
  }

  get externalTorques(): readonly number[] {
    return this.forces.externalTorques(this.motion.positions, this.pressed);
  }

  /** Force, N, and torque, N·m, on the TCP. A point contact causes no torque. */
  get toolWrench(): readonly number[] {
    const { pressed } = this;
    return pressed ? [...pressed.force, 0, 0, 0] : [];
  }

  private get pressed(): TipContact | undefined {
    return this.forces.feel(this.motion.positions, this.motion.velocities);
  }

  perform(command: ControllerCommand): CommandResult {
    switch (command.kind) {
      case 'setLedRing':
        return this.setLeds(command.colors);
      case 'setGuidedJoints':
        if (command.joints.length !== jointCount)
          return refuse('invalid_value', `All ${jointCount} joints are required`);
        this.motion.guidedJoints = command.joints;
        return { ok: true };
      case 'setJointBrake':
        return this.setJointBrake(command.joint, command.engaged);
      case 'setPayload':
        return this.setPayload(command.massKg);
      case 'setTool':
        return this.setTool(command.tool);
      case 'setForceLimits':
        this.forces.setLimits(command);
        this.log('forceLimits', `${command.maxTorques.join(' ')} · ${command.collisionThresholds.join(' ')}`);
        return { ok: true };
      case 'injectFault':
        return this.suffer(command);
      case 'setContactSurfaces':
        return this.setSurfaces(command.surfaces);
      default:
        return { ok: true };
    }
  }

  /** Returns the refusal of a trajectory whose load is too much for the joints; undefined if it is not. */
  refuseLoad(trajectory: Trajectory): CommandResult | undefined {
    return this.hold.judge(trajectory);
  }

  /** Checks loads and contacts. Call it after every set-point. */
  watch(): void {
    const { motion, forces, pressed } = this;
    this.noteContact(pressed);
    const before = this.lastForce;
    this.lastForce = pressed?.newtons ?? 0;
    // A contact on the last millimetres of a stop is the same contact.
    if (motion.isStopping || !motion.isMoving) forces.acknowledge(motion.positions, pressed);
    else if (motion.contactForce === 0) this.judge(pressed);
    else if (this.lastForce >= motion.contactForce && this.lastForce > before) this.rest(pressed);
    else this.judge(undefined);
  }

  private judge(pressed: TipContact | undefined): void {
    const problem = this.forces.check(this.motion.positions, pressed);
    if (problem) this.motion.raise(problem.cause, problem.detail);
  }

  /** Stops the arm because the tool reached the wanted contact force. */
  private rest(pressed: TipContact | undefined): void {
    this.motion.stop('contact', describeContact(pressed));
  }

  /** Logs every set-point in contact, and the first one without. */
  private noteContact(pressed: TipContact | undefined): void {
    if (pressed || this.lastForce > 0) this.log('contact', describeContact(pressed));
  }

  private setSurfaces(surfaces: readonly ContactSurface[]): CommandResult {
    const { motion, forces } = this;
    forces.surfaces.setSurfaces(surfaces);
    this.log('contactSurfaces', surfaces.map(({ name }) => name).join(', '));
    forces.acknowledge(motion.positions, this.pressed);
    this.lastForce = this.pressed?.newtons ?? 0;
    return { ok: true };
  }

  private setPayload(massKg: number): CommandResult {
    const { minimum, maximum } = payloadMassRange;
    if (!(massKg >= minimum && massKg <= maximum)) {
      return refuse('invalid_value', `The payload must be ${minimum} to ${maximum} kg`);
    }
    this.massKg = massKg;
    this.carry();
    this.log('payload', `${massKg} kg`);
    return { ok: true };
  }

  private setTool(tool: MountedTool): CommandResult {
    this.tool = tool;
    this.motion.forgetContactPoint();
    this.carry();
    this.log('tool', tool.name);
    return { ok: true };
  }

  /** Recalculates the load of the joints after a change of tool or payload. */
  private carry(): void {
    const { total } = addUpPayload(this.tool, this.massKg);
    this.forces.carry(total, this.tool);
    this.hold.carry(total);
  }

  private setJointBrake(joint: number, isEngaged: boolean): CommandResult {
    const result = this.motion.brakes.setJoint(joint, isEngaged);
    if (result.ok) this.log('brakes', `joint ${joint} ${isEngaged ? 'engaged' : 'disengaged'}`);
    return result;
  }

  private setLeds(colors: Uint8Array): CommandResult {
    if (colors.length !== 0 && colors.length !== 3 * ledCount) {
      return refuse('invalid_value', `The ring has ${ledCount} LEDs with three bytes each`);
    }
    this.leds = colors;
    this.log('leds', colors.length === 0 ? 'dark' : 'set');
    return { ok: true };
  }

  private suffer({ fault, joint, size }: FaultRequest): CommandResult {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount && Number.isFinite(size))) {
      return refuse('invalid_value', `A fault needs a joint from 0 to ${jointCount - 1} and a size`);
    }
    const { motion, forces } = this;
    this.log('faultInjected', `${fault} ${joint} ${size}`);
    switch (fault) {
      case 'unbrake':
        motion.brakes.jam(joint);
        return { ok: true };
      case 'jointLimit':
        return this.displace(joint, size || usual.beyond);
      case 'collision':
        forces.touch({ joint, size: size || usual.torque }, motion.positions);
        forces.acknowledge(motion.positions, this.pressed);
        motion.raise('collision', `contact on joint ${joint}`);
        return { ok: true };
      case 'torqueCollision':
        forces.touch({ joint, size: size || usual.torque }, motion.positions);
        this.judge(this.pressed);
        return { ok: true };
      default:
        motion.raise(fault, 'simulated fault');
        return { ok: true };
    }
  }

  /** Simulates a joint that slipped past its upper limit, or with a negative distance past its lower one. */
  private displace(joint: number, beyond: number): CommandResult {
    const { lower, upper } = this.arm.limits;
    const limit = (beyond > 0 ? upper[joint] : lower[joint]) ?? 0;
    const moved = this.motion.displace(joint, limit + beyond);
    if (!moved.ok) return moved;
    this.forces.leave(joint);
    const where = `${(limit + beyond).toFixed(3)} rad, and its limit ${limit.toFixed(3)}`;
    this.motion.raise('jointLimit', `joint ${joint} is at ${where}`);
    return { ok: true };
  }
}

function describeContact(pressed: TipContact | undefined): string {
  if (!pressed) return 'left';
  const { newtons, depth, surfaces } = pressed;
  return `${newtons.toFixed(2)} N, ${(depth * 1000).toFixed(3)} mm into ${surfaces.join(', ')}`;
}
