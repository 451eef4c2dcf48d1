import {
  type CommandResult,
  type ControllerEvent,
  type ControllerMode,
  type ControllerState,
  type ExecuteRequest,
  refuse,
  type StopKind,
  stopTable,
} from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain/basics';
import {
  allPorts,
  type IOLevel,
  type IOLevels,
  ioPortName,
  type JointAngles,
  type SafetyRules,
} from '@cellwright/domain/robot';
import { type CommandedRobot, FakeLine } from './fake-line.fixture.ts';
import { type Drive, type FakeLogEntry, noSafetyRules, zeros } from './fake-records.fixture.ts';
import { sampleAt, sixOf } from './joint-samples.fixture.ts';

const tickMS = 8;
/** A robot controller in memory, on the test's clock: stops in some 40 ms, keeps epochs, logs what moved. */
export class FakeRobot implements CommandedRobot {
  readonly log: FakeLogEntry[] = [];
  onLog: (entry: FakeLogEntry) => void = () => undefined;
  /** Time from a command's sending to its arrival, ms; commands keep their order. */
  latencyMS: () => number = () => 0;
  /** Answers commands with this refusal instead of doing them. */
  refusing: { readonly command: string; readonly result: CommandResult } | undefined;
  private mode: ControllerMode = 'standing';
  private joints: JointAngles = [0, -0.5, 1, 0, 0.5, 0];
  private velocities: JointAngles = zeros;
  private epoch = 0;
  private override = 1;
  private io: IOLevels = Object.fromEntries(allPorts.map((port) => [ioPortName(port), 'low' as const]));
  private ioRevision = 0;
  private payloadMassKg = 0;
  private toolName = 'wrist';
  private isEStopped = false;
  /** The fault that lasts until the controller is restarted. */
  faultLatch: StopKind | null = null;
  private isSafeguardOpen = false;
  /** Initial safety rules of the fake cell's library. */
  safetyRules: SafetyRules | null = noSafetyRules;
  /** Settings other than motion, newest last. */
  readonly settings: { readonly kind: string; readonly value: unknown }[] = [];
  private externalTorques: readonly number[] = [];
  private toolWrench: readonly number[] = [];
  /** Seconds on the path at which a pressing move reaches its force. */
  touchesAt = Number.POSITIVE_INFINITY;
  private unbrakedJoints: readonly number[] = [];
  private ledColors = new Uint8Array();
  private drive: Drive | undefined;
  private stopping: { readonly cause: StopKind } | undefined;
  private lastStop: StopKind | null = null;
  private jogID: string | undefined;
  private jogVelocities: JointAngles = zeros;
  private jogDeadline = 0;
  private readonly endedJogs = new Set<string>();
  private cancelTick: (() => void) | undefined;
  private line: FakeLine | undefined;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get state(): ControllerState {
    return {
      time: this.clock.now() / 1000,
      mode: this.mode,
      positions: this.joints,
      velocities: this.velocities,
      stopEpoch: this.epoch,
      brakes: this.mode === 'braked' || this.mode === 'fault' ? 'engaged' : 'disengaged',
      overrideFactor: this.override,
      trajectoryID: this.drive?.id ?? null,
      pathTime: this.drive?.pathTime ?? 0,
      io: this.io,
      ioRevision: this.ioRevision,
      isEStopped: this.isEStopped,
      isSafeguardOpen: this.isSafeguardOpen,
      latchedBy: this.isEStopped ? 'emergencyStopInput' : this.faultLatch,
      safetyRules: this.safetyRules,
      payloadMassKg: this.payloadMassKg,
      toolName: this.toolName,
      hasCommander: this.line !== undefined,
      lastStop: this.lastStop,
      externalTorques: this.externalTorques,
      toolWrench: this.toolWrench,
      unbrakedJoints: this.unbrakedJoints,
      ledColors: this.ledColors,
    };
  }

  get isMoving(): boolean {
    return ['executing', 'pausing', 'stopping', 'jogging', 'guided'].includes(this.mode);
  }

  /** A new connection; the former one is gone. */
  connect(): FakeLine {
    this.line?.cut('replaced');
    this.line = new FakeLine(this, this.clock);
    return this.line;
  }

  /** The line breaks; the controller stops the arm and brakes, as its watchdog would. */
  cut(): void {
    const { line } = this;
    this.line = undefined;
    line?.cut('the line closed');
    this.beginStop('commanderLost');
  }

  pressEStop(): void {
    this.isEStopped = true;
    this.beginStop('emergencyStopInput');
    this.emit({ kind: 'eStopped', port: 'E-Stop 1' });
  }

  setSafeguard(isOpen: boolean): void {
    this.isSafeguardOpen = isOpen;
    if (isOpen) {
      this.emit({ kind: 'safeguardOpened', port: 'Safeguard 1' });
      if (this.mode === 'executing') this.mode = 'pausing';
      if (this.mode === 'jogging' || this.mode === 'guided') this.beginStop('safeguard');
    } else this.emit({ kind: 'safetyCleared' });
    this.changed();
  }

  fault(detail: string, cause: StopKind = 'controlFault'): void {
    this.beginStop(cause);
    this.emit({ kind: 'fault', cause, detail });
  }

  press(externalTorques: readonly number[]): void {
    this.externalTorques = externalTorques;
    this.changed();
  }

  adjust(kind: string, value: unknown): CommandResult {
    this.settings.push({ kind, value });
    if (kind === 'leds' && value instanceof Uint8Array) this.ledColors = new Uint8Array(value);
    if (kind === 'unbraked' && Array.isArray(value)) this.unbrakedJoints = value;
    return { ok: true };
  }

  /** Pushes the arm. */
  push(joint: number, by: number): void {
    const next = [...this.joints];
    next[joint] = (next[joint] ?? 0) + by;
    this.joints = sixOf(next);
    this.changed();
  }

  receive(command: string, act: () => CommandResult): CommandResult {
    const { refusing } = this;
    const result = refusing?.command === command ? refusing.result : act();
    if (!result.ok) this.note('refused', `${command}: ${result.refusal.kind}`);
    this.changed();
    return result;
  }

  execute({ epoch, trajectoryID, trajectory, startPathTime = 0, contactForce = 0 }: ExecuteRequest): CommandResult {
    const refusal = this.refuseMotion(epoch, ['standing', 'paused']);
    if (refusal) return refusal;
    const start = sampleAt(trajectory, startPathTime).positions;
    const isHere = start.every((angle, joint) => Math.abs(angle - (this.joints[joint] ?? 0)) <= 1e-4);
    if (!isHere) return refuse('wrong_start', 'The trajectory starts elsewhere');
    const duration = trajectory.points.at(-1)?.timeFromStart ?? 0;
    this.dropPaused();
    this.drive = { id: trajectoryID, trajectory, duration, contactForce, pathTime: startPathTime, rate: 1 };
    this.begin('executing', trajectoryID);
    return { ok: true };
  }

  startJog(epoch: number, jogID: string, velocities: JointAngles): CommandResult {
    if (this.endedJogs.has(jogID)) return refuse('jog_ended', 'This jog has ended');
    const isSame = this.mode === 'jogging' && this.jogID === jogID;
    const refusal = isSame ? undefined : this.refuseMotion(epoch, ['standing', 'paused']);
    if (refusal) return refusal;
    if (epoch < this.epoch) return refuse('stale_epoch', 'A stop came since');
    this.jogVelocities = velocities;
    this.jogDeadline = this.clock.now() + 250;
    if (isSame) return { ok: true };
    this.dropPaused();
    this.jogID = jogID;
    this.begin('jogging', jogID);
    return { ok: true };
  }

  endJog(jogID: string): CommandResult {
    this.endedJogs.add(jogID);
    if (this.mode === 'jogging' && this.jogID === jogID) this.jogVelocities = zeros;
    if (this.jogID === jogID) this.jogDeadline = 0;
    return { ok: true };
  }

  pause(): CommandResult {
    if (this.mode === 'executing') this.mode = 'pausing';
    return { ok: true };
  }

  resume(epoch: number): CommandResult {
    const refusal = this.refuseMotion(epoch, ['paused']);
    if (refusal) return refusal;
    this.begin('executing', this.drive?.id ?? '');
    return { ok: true };
  }

  stop(newEpoch: number, kind: 'stop' | 'emergencyStop'): CommandResult {
    this.beginStop(kind, newEpoch);
    return { ok: true };
  }

  setBrakes(isEngaged: boolean, epoch: number): CommandResult {
    if (isEngaged) {
      if (this.mode !== 'braked') this.beginStop('brakeRequest');
      return { ok: true };
    }
    if (epoch !== this.epoch) return refuse('stale_epoch', 'Another epoch');
    if (this.isEStopped) return refuse('emergency_stopped', 'Release the emergency stop');
    if (this.mode === 'braked') this.mode = 'standing';
    this.note('brakes', 'released');
    return { ok: true };
  }

  setSafetyRules(epoch: number, rules: SafetyRules): CommandResult {
    if (epoch !== this.epoch) return refuse('stale_epoch', 'Another epoch');
    if (this.mode !== 'braked') return refuse('brakes_released', 'Engage the brakes first');
    this.safetyRules = rules;
    return { ok: true };
  }

  setOutputs(epoch: number, outputs: readonly { name: string; level: IOLevel }[]): CommandResult {
    if (epoch < this.epoch) return refuse('stale_epoch', 'A stop came since');
    this.io = { ...this.io, ...Object.fromEntries(outputs.map(({ name, level }) => [name, level])) };
    this.ioRevision += 1;
    for (const { name, level } of outputs) this.note('output', `${name} ${level}`);
    return { ok: true };
  }

  setGuided(epoch: number, isOn: boolean): CommandResult {
    if (!isOn) {
      if (this.mode === 'guided') this.endGuided('released');
      return { ok: true };
    }
    if (this.mode === 'guided') return { ok: true };
    const refusal = this.refuseMotion(epoch, ['standing', 'paused']);
    if (refusal) return refusal;
    this.dropPaused();
    this.begin('guided', '');
    return { ok: true };
  }

  set(changes: { override?: number; payloadMassKg?: number; toolName?: string }): CommandResult {
    this.override = changes.override ?? this.override;
    this.payloadMassKg = changes.payloadMassKg ?? this.payloadMassKg;
    this.toolName = changes.toolName ?? this.toolName;
    return { ok: true };
  }

  resetFault(): CommandResult {
    this.isEStopped = false;
    if (this.mode === 'fault') this.mode = 'braked';
    return { ok: true };
  }

  private refuseMotion(epoch: number, modes: readonly ControllerMode[]): CommandResult | undefined {
    if (epoch < this.epoch) return refuse('stale_epoch', 'A stop came since');
    if (this.isEStopped) return refuse('emergency_stopped', 'An emergency stop is pressed');
    if (this.isSafeguardOpen) return refuse('safeguard_open', 'The safeguard is open');
    if (this.mode === 'braked') return refuse('brakes_engaged', 'The brakes are engaged');
    if (!modes.includes(this.mode)) return refuse('wrong_mode', `The arm is ${this.mode}`);
    return undefined;
  }

  /** Another motion takes the arm from a paused trajectory, which is given up. */
  private dropPaused(): void {
    const { drive } = this;
    this.drive = undefined;
    if (drive) {
      this.emit({ kind: 'trajectoryStopped', trajectoryID: drive.id, cause: 'pause', pathTime: drive.pathTime });
    }
  }

  private begin(mode: ControllerMode, detail: string): void {
    this.mode = mode;
    if (this.drive) this.drive.rate = 1;
    this.note('motionStarted', `${mode} ${detail}`);
    this.tickLater();
  }

  private beginStop(cause: StopKind, newEpoch = this.epoch + 1): void {
    if (stopTable[cause].startsEpoch) this.epoch = newEpoch > this.epoch ? newEpoch : this.epoch + 1;
    const isWorse = !this.stopping || stopTable[cause].category < stopTable[this.stopping.cause].category;
    if (isWorse) this.stopping = { cause };
    this.lastStop = cause;
    this.note('stopStarted', cause);
    if (this.mode === 'jogging') this.jogVelocities = zeros;
    if (this.isMoving) this.mode = 'stopping';
    else this.stand();
    this.changed();
  }

  private tickLater(): void {
    this.cancelTick ??= this.clock.schedule(tickMS, () => {
      this.cancelTick = undefined;
      this.tick();
      this.changed();
      if (this.isMoving) this.tickLater();
    });
  }

  private tick(): void {
    const isSlowing = this.mode === 'pausing' || this.mode === 'stopping';
    if (this.drive) this.tickDrive(this.drive, isSlowing);
    else if (this.mode === 'jogging') this.tickJog();
    else if (isSlowing) this.stand();
  }

  private tickDrive(drive: Drive, isSlowing: boolean): void {
    if (!isSlowing && drive.contactForce > 0 && drive.pathTime >= this.touchesAt) {
      this.toolWrench = [0, 0, drive.contactForce, 0, 0, 0];
      this.beginStop('contact');
    }
    if (isSlowing) drive.rate = Math.max(0, drive.rate - 0.2);
    drive.pathTime = Math.min(drive.duration, drive.pathTime + (drive.rate * this.override * tickMS) / 1000);
    const { positions, velocities } = sampleAt(drive.trajectory, drive.pathTime);
    const isStill = drive.rate === 0 || this.override === 0;
    this.joints = sixOf(positions);
    this.velocities = isStill ? zeros : sixOf(velocities);
    if (!isSlowing && drive.pathTime >= drive.duration) {
      this.drive = undefined;
      this.mode = 'standing';
      this.velocities = zeros;
      this.note('standstill', 'completed');
      this.emit({ kind: 'trajectoryCompleted', trajectoryID: drive.id });
    } else if (isSlowing && drive.rate === 0) this.stand();
  }

  private tickJog(): void {
    const isOver = this.clock.now() >= this.jogDeadline;
    if (isOver) this.jogVelocities = zeros;
    this.velocities = this.jogVelocities;
    this.joints = sixOf(this.joints.map((angle, joint) => angle + ((this.jogVelocities[joint] ?? 0) * tickMS) / 1000));
    if (isOver && this.jogVelocities.every((velocity) => velocity === 0)) this.stand();
  }

  /** The arm has come to rest: paused, or stopped with or without brakes. */
  private stand(): void {
    const { drive, stopping, jogID } = this;
    const wasMoving = this.isMoving;
    this.velocities = zeros;
    if (this.mode === 'pausing' && drive && !stopping) {
      this.mode = 'paused';
      this.emit({ kind: 'paused', trajectoryID: drive.id, cause: 'pause', pathTime: drive.pathTime });
      return;
    }
    const cause = stopping?.cause ?? 'stop';
    this.stopping = undefined;
    this.drive = undefined;
    this.jogID = undefined;
    this.mode = stopTable[cause].category === 1 || this.mode === 'braked' ? 'braked' : 'standing';
    if (wasMoving) this.note('standstill', cause);
    if (drive) this.emit({ kind: 'trajectoryStopped', trajectoryID: drive.id, cause, pathTime: drive.pathTime });
    if (jogID !== undefined) {
      this.endedJogs.add(jogID);
      this.emit({ kind: 'jogEnded', jogID, cause: stopping?.cause ?? 'released' });
    }
    this.emit({ kind: 'standstill', cause });
  }

  private endGuided(cause: StopKind | 'released'): void {
    this.mode = 'standing';
    this.note('standstill', 'guided');
    this.emit({ kind: 'guidedModeEnded', cause });
  }

  private emit(
    event: ControllerEvent extends infer E ? (E extends { time: number } ? Omit<E, 'time'> : never) : never,
  ) {
    // Sound: every member of the union is that member without its time, which is added here.
    const timed = { ...event, time: this.clock.now() / 1000 } as ControllerEvent;
    for (const listener of this.line?.events ?? []) listener(timed);
  }

  private changed(): void {
    for (const listener of this.line?.states ?? []) listener(this.state);
  }

  private note(kind: FakeLogEntry['kind'], detail: string): void {
    const entry = { at: this.clock.now(), kind, detail, epoch: this.epoch };
    this.log.push(entry);
    this.onLog(entry);
  }
}
