import {
  type CommandEnvelope,
  type CommandResult,
  type ControllerCommand,
  type ControllerEvent,
  type ControllerState,
  guidedModeTimeoutMS,
  maxLogEntries,
  refuse,
} from '@cellwright/controller-link';
import { controllerRateHz, type JointAngles, jogTimeoutMS } from '@cellwright/domain/robot';
import { ArmMotion } from './arm-motion.ts';
import type { ArmSetup } from './arm-setup.ts';
import type { Commander } from './commander.ts';
import { earlier, isDue } from './due-times.ts';
import { IOBoard } from './io-board.ts';
import { standingModes } from './modes.ts';
import type { LogKind, MotionLog } from './motion-log.ts';
import type { Happening } from './motion-reports.ts';
import { Peripherals } from './peripherals.ts';
import { SafetyPorts } from './safety-ports.ts';

const tickSeconds = 1 / controllerRateHz;

/** Maximum epoch that a commander may set; adding one to it stays exact. */
const largestEpoch = 2 ** 48;

export interface CoreOptions {
  readonly arm: ArmSetup;
  readonly log: MotionLog;
  /** The controller's clock at the start, seconds. */
  readonly time: number;
  /** Factor by which that clock is faster than real time. Default 1. */
  readonly timeScale?: number;
  readonly onEvent: (event: ControllerEvent) => void;
}

/** Commands that move or actuate: refused when a stop came after they were decided. */
const epochBound: ReadonlySet<ControllerCommand['kind']> = new Set<ControllerCommand['kind']>([
  'executeTrajectory',
  'jog',
  'resume',
  'setOutputs',
  'setPayload',
  'setTool',
  'setJointBrake',
  'setSafetyRules',
]);

/** Commands open to every client: those that stop, and those that simulate the outside world. */
const openToAll: ReadonlySet<ControllerCommand['kind']> = new Set<ControllerCommand['kind']>([
  'hello',
  'heartbeat',
  'stop',
  'forceInput',
  'injectFault',
  'setContactSurfaces',
  'getLog',
]);

/**
 * The robot controller without its sockets and timers: deterministic, driven by `advanceTo` and `apply`. Time is the
 * controller's own, in seconds; between two calls everything that falls due happens in order and at its own time.
 */
export class ControllerCore {
  private readonly options: CoreOptions;
  private readonly motion: ArmMotion;
  private readonly io: IOBoard;
  private readonly side: Peripherals;
  private readonly safety: SafetyPorts;
  private now: number;
  private nextTick: number | undefined;
  private commander: Commander | undefined;
  private jogDue: number | undefined;
  private guidedDue: number | undefined;
  private changeCount = 0;

  constructor(options: CoreOptions) {
    this.options = options;
    this.now = options.time;
    this.motion = new ArmMotion(options.arm, {
      event: (happening) => this.emit(happening),
      log: (kind, detail) => this.log(kind, detail),
    });
    this.side = new Peripherals(options.arm, this.motion, (kind, detail) => this.log(kind, detail));
    this.io = new IOBoard((kind, description) => this.log(kind, description));
    const reports = {
      emit: (happening: Happening) => this.emit(happening),
      log: (kind: LogKind, detail: string) => this.log(kind, detail),
    };
    this.safety = new SafetyPorts(this.io, this.motion, reports, options.timeScale);
  }

  /** Counter that grows whenever the state may have changed. */
  get changes(): number {
    return this.changeCount;
  }

  get time(): number {
    return this.now;
  }

  get isMoving(): boolean {
    return this.motion.needsTicks;
  }

  /** The connection that has command. */
  get commanderID(): number | undefined {
    return this.commander?.connectionID;
  }

  get state(): ControllerState {
    const { motion, io } = this;
    return {
      time: this.now,
      mode: motion.mode,
      positions: toJoints(motion.positions),
      velocities: toJoints(motion.velocities),
      stopEpoch: motion.stopEpoch,
      brakes: motion.brakesEngaged ? 'engaged' : 'disengaged',
      overrideFactor: motion.override,
      trajectoryID: motion.trajectoryID,
      pathTime: motion.pathTime,
      io: io.snapshot,
      ioRevision: io.revision,
      isEStopped: motion.latch.isEStopped,
      latchedBy: motion.latch.cause ?? null,
      isSafeguardOpen: this.safety.isSafeguardOpen,
      safetyRules: this.safety.rules,
      payloadMassKg: this.side.payloadMassKg,
      toolName: this.side.toolName,
      hasCommander: this.commander !== undefined,
      lastStop: motion.lastStop,
      externalTorques: this.side.externalTorques,
      toolWrench: this.side.toolWrench,
      unbrakedJoints: motion.brakes.unbrakedJoints,
      ledColors: this.side.ledColors,
    };
  }

  /** Time of the next event without input, controller's clock; undefined if there is none. */
  get due(): number | undefined {
    let first = earlier(this.silenceDue, this.jogDue);
    first = earlier(first, this.guidedDue);
    first = earlier(first, this.io.due);
    first = earlier(first, this.safety.due);
    return earlier(first, this.nextTick);
  }

  /** Time at which the commander counts as lost unless it sends a message. */
  private get silenceDue(): number | undefined {
    return this.commander && this.commander.lastHeard + this.inRealSeconds(this.safety.watchdogSeconds);
  }

  /** Time of the next set-point. */
  get tickDue(): number | undefined {
    return this.nextTick;
  }

  /** Processes everything that is due until `time`. Time never goes back. */
  advanceTo(time: number): void {
    for (let due = this.due; due !== undefined && due <= time; due = this.due) {
      this.now = Math.max(this.now, due);
      this.runDue();
      this.settle();
    }
    this.now = Math.max(this.now, time);
  }

  /** Records a sign of life before the data is processed: a message that was read late is not silence. */
  hear(connectionID: number, time: number): void {
    const { commander } = this;
    if (commander?.connectionID === connectionID) commander.lastHeard = Math.max(commander.lastHeard, time);
  }

  /** Ignores seconds in which this process did not run: a commander on the same machine may not have run either. */
  excuseSilence(seconds: number): void {
    if (this.commander) this.commander.lastHeard += seconds;
  }

  /** Applies a command at the current time of the controller. */
  apply(connectionID: number, envelope: CommandEnvelope): CommandResult {
    const result = this.judge(connectionID, envelope) ?? this.perform(connectionID, envelope);
    if (!result.ok) this.log('refused', `${envelope.command.kind}: ${result.refusal.kind}`);
    this.settle();
    return result;
  }

  /** Handles a closed connection; if it had command, the commander is lost. */
  disconnect(connectionID: number, reason: string): void {
    if (this.commander?.connectionID !== connectionID) return;
    this.loseCommander(reason);
    this.settle();
  }

  /** Shuts the controller down: a controlled stop, then brakes. */
  shutDown(reason: string): void {
    this.motion.stop('shutdown', reason);
    this.settle();
  }

  /** Engages the brakes. The owner ends the process. */
  private prepareRestart(): CommandResult {
    if (!standingModes.has(this.motion.mode)) {
      return refuse('wrong_mode', 'The arm is moving. Stop it, then restart the controller');
    }
    this.shutDown('a restart was requested');
    return { ok: true };
  }

  /** Simulates a hand that pushes the arm in guided mode, rad/s. No command calls it. */
  push(velocities: readonly number[]): boolean {
    const moved = this.motion.push(velocities);
    this.settle();
    return moved;
  }

  /** Continues the motion from `time`, later but not faster, after the process was kept from running. */
  postponeTicks(time: number): void {
    if (this.nextTick === undefined || this.nextTick >= time) return;
    this.log('overrun', `${((time - this.nextTick) * 1000).toFixed(0)} ms`);
    this.nextTick = time;
  }

  get newestLog(): number {
    return this.options.log.newest;
  }

  logPage(after: number, limit: number) {
    return this.options.log.page(after, Math.min(Math.max(limit, 0), maxLogEntries));
  }

  private runDue(): void {
    const { now } = this;
    this.io.advance(now);
    this.safety.advance(now);
    if (isDue(this.silenceDue, now)) this.loseCommander(`silent for ${this.safety.watchdogSeconds * 1000} ms`);
    if (isDue(this.jogDue, now)) this.motion.stop('jogTimeout', `not renewed for ${jogTimeoutMS} ms`);
    if (isDue(this.guidedDue, now)) this.motion.stop('guidedModeTimeout', `not renewed for ${guidedModeTimeoutMS} ms`);
    if (this.nextTick !== undefined && this.nextTick <= now) {
      this.motion.tick(tickSeconds);
      this.side.watch();
      this.nextTick += tickSeconds;
    }
  }

  /** Updates timers and safety outputs to the current state of the arm. */
  private settle(): void {
    this.changeCount += 1;
    if (!this.motion.needsTicks) this.nextTick = undefined;
    else this.nextTick ??= this.now + tickSeconds;
    if (this.motion.heldBy !== 'jog') this.jogDue = undefined;
    if (this.motion.heldBy !== 'guided') this.guidedDue = undefined;
    this.safety.show();
  }

  /** Returns the refusal of a command that is independent of its content. */
  private judge(connectionID: number, { epoch, command }: CommandEnvelope): CommandResult | undefined {
    const makesSafe =
      (command.kind === 'setBrakes' && command.engaged) || (command.kind === 'setGuidedMode' && command.mode === 'off');
    if (openToAll.has(command.kind) || makesSafe) return undefined;
    if (this.commander?.connectionID !== connectionID) {
      return refuse(
        'not_in_command',
        'The robot controller has not accepted commands of this cell since it lost the heartbeat. Recover, then try again',
      );
    }
    const isBound = epochBound.has(command.kind) || command.kind === 'setBrakes' || command.kind === 'setGuidedMode';
    if (isBound && epoch !== this.motion.stopEpoch) {
      const message = `The command belongs to stop epoch ${epoch}, but the current epoch is ${this.motion.stopEpoch}: a stop was requested meanwhile`;
      return refuse('stale_epoch', message);
    }
    return undefined;
  }

  private perform(connectionID: number, { epoch, command }: CommandEnvelope): CommandResult {
    switch (command.kind) {
      case 'hello':
        return command.takesCommand ? this.takeCommand(connectionID, command.commander, epoch) : { ok: true };
      case 'executeTrajectory':
        return this.safety.refuseUnsafe() ?? this.refuseTrajectory(command) ?? this.motion.execute(command);
      case 'jog':
        return this.jog(command.jogID, command.velocities);
      case 'endJog':
        this.motion.endJog(command.jogID);
        return { ok: true };
      case 'pause':
        return this.motion.pause();
      case 'resume':
        return this.safety.refuseUnsafe() ?? this.motion.resume();
      case 'stop':
        return this.stop(connectionID, command);
      case 'setOverride':
        return this.safety.setOverride(command.factor);
      case 'setBrakes':
        return command.engaged ? this.engageBrakes(connectionID, epoch) : this.motion.disengageBrakes();
      case 'setOutputs':
        return this.safety.setOutputs(command.outputs, this.now);
      case 'forceInput':
        return this.safety.forceInput(command.name, command.level, this.now);
      case 'setSafetyRules':
        return this.safety.setRules(command.rules, this.now);
      case 'resetFault':
        return this.safety.resetFault();
      case 'restart':
        return this.prepareRestart();
      case 'setGuidedMode':
        return this.setGuided(command.mode);
      default:
        return this.side.perform(command);
    }
  }

  private refuseTrajectory(command: Extract<ControllerCommand, { kind: 'executeTrajectory' }>) {
    return refuseForce(command) ?? this.side.refuseLoad(command.trajectory);
  }

  private takeCommand(connectionID: number, name: string, epoch: number): CommandResult {
    if (this.commander !== undefined && this.commander.connectionID !== connectionID) {
      this.dropCommander(`${name} took command`);
      this.motion.stop('commandTaken', name);
    }
    if (epoch <= largestEpoch) this.motion.raiseEpoch(epoch);
    if (this.commander === undefined) this.log('commanderConnected', name);
    this.commander = { connectionID, name, lastHeard: this.now };
    return { ok: true };
  }

  /** Converts real seconds to the controller's time: heartbeats are not due sooner when time is scaled. */
  private inRealSeconds(seconds: number): number {
    return seconds * (this.options.timeScale ?? 1);
  }

  private loseCommander(reason: string): void {
    this.dropCommander(reason);
    this.motion.stop('commanderLost', reason);
  }

  private dropCommander(reason: string): void {
    const name = this.commander?.name ?? '';
    this.commander = undefined;
    this.log('commanderLost', `${name}: ${reason}`);
    this.emit({ kind: 'commanderLost', detail: reason });
    this.io.endPulses('commander lost');
  }

  private jog(jogID: string, velocities: readonly number[]): CommandResult {
    const share = this.safety.speedShare;
    const wished = share === 1 ? velocities : velocities.map((velocity) => velocity * share);
    const result = this.safety.refuseUnsafe() ?? this.motion.jog(jogID, wished);
    if (result.ok) this.jogDue = this.now + this.inRealSeconds(jogTimeoutMS / 1000);
    return result;
  }

  private setGuided(mode: 'off' | 'normal' | 'slow'): CommandResult {
    const result = (mode === 'off' ? undefined : this.safety.refuseUnsafe()) ?? this.motion.setGuided(mode);
    if (result.ok && mode !== 'off') this.guidedDue = this.now + this.inRealSeconds(guidedModeTimeoutMS / 1000);
    return result;
  }

  private stop(connectionID: number, command: Extract<ControllerCommand, { kind: 'stop' }>): CommandResult {
    const kind = command.engageBrakes ? 'emergencyStop' : 'stop';
    this.motion.stop(kind, command.reason, this.ownEpoch(connectionID, command.newEpoch));
    return { ok: true };
  }

  /** Engages the brakes. Begins the commander's epoch even if no stop is needed. */
  private engageBrakes(connectionID: number, epoch: number): CommandResult {
    const newEpoch = this.ownEpoch(connectionID, epoch);
    if (this.motion.brakesEngaged) this.motion.raiseEpoch(newEpoch);
    else this.motion.stop('brakeRequest', 'asked for', newEpoch);
    return { ok: true };
  }

  /** Returns the epoch of a stop. Only the commander numbers its stops; stops of other clients increment the epoch. */
  private ownEpoch(connectionID: number, epoch: number): number {
    return this.commander?.connectionID === connectionID && epoch <= largestEpoch ? epoch : 0;
  }

  private emit(happening: Happening): void {
    this.options.onEvent({ time: this.now, ...happening });
  }

  private log(kind: LogKind, detail: string): void {
    this.options.log.append(this.now, kind, detail, this.motion.positions, this.motion.velocities);
  }
}

function refuseForce({
  contactForce,
  contactPoint,
}: Extract<ControllerCommand, { kind: 'executeTrajectory' }>): CommandResult | undefined {
  if (!(contactForce >= 0)) return refuse('invalid_value', 'A contact force must be at least 0 N');
  const isPoint = contactPoint.length === 0 || (contactPoint.length === 3 && contactPoint.every(Number.isFinite));
  return isPoint ? undefined : refuse('invalid_value', 'Send x, y and z of the contact point in metres, or omit it');
}

function toJoints([j0 = 0, j1 = 0, j2 = 0, j3 = 0, j4 = 0, j5 = 0]: readonly number[]): JointAngles {
  return [j0, j1, j2, j3, j4, j5];
}
