import { findOutsideRange } from '@cellwright/domain';
import type { GripperCommand, GripperFailureReason, GripperResult } from '../../capabilities/gripper.ts';
import { createDeferred } from '../../framework/deferred.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { StateMonitor } from '../../framework/state-monitor.ts';
import type { ModbusFailure, ModbusTransport } from '../../transport/modbus.ts';
import { type OnRobot2FG7Config, type OnRobot2FG7LiveState, onRobot2FG7Contract } from './contract.ts';

/** Registers of the 2FG7, offsets 0-based. Source: OnRobot's Connectivity Guide, Modbus registers of the 2FG. */
export const registers = {
  /** Write: 0.1 mm, of the width in the direction of the grip. */
  targetWidth: 0x000,
  /** Write: N. */
  targetForce: 0x001,
  /** Write: % of the highest speed. */
  targetSpeed: 0x002,
  /** Write: one of `commands`. */
  command: 0x003,
  /** Read: `statusBits`. */
  status: 0x100,
  /** Read: 0.1 mm, between the fingertips. */
  externalWidth: 0x101,
  /** Read: 0.1 mm, over the fingertips. */
  internalWidth: 0x102,
} as const;
/** An external grip closes on a part, an internal one opens inside it. */
export const commands = { gripExternal: 1, gripInternal: 2, stop: 3 } as const;
export const statusBits = { busy: 1 << 0, gripDetected: 1 << 1 } as const;
export const registerUnitsPerMeter = 10_000;

const idlePollMS = 500;
const busyPollMS = 20;
const reconnectDelayMS = 1000;
/** A device that has not begun to move by now was there already, or will not move. */
const startGraceMS = 250;
const closeGraceMS = 500;
const defaultForceNewtons = 45;
const defaultSpeedFraction = 0.95;

interface Target {
  readonly command: GripperCommand;
  readonly forceNewtons: number;
  readonly widthRegister: number;
  /** What is written from `registers.targetWidth` on. */
  readonly values: readonly [width: number, force: number, speed: number, command: number];
}

interface Reading {
  readonly isBusy: boolean;
  readonly gripDetected: boolean;
  readonly externalRegister: number;
  readonly internalRegister: number;
}

/** A motion the device was told and has not ended. */
interface Motion {
  readonly target: Target;
  readonly startedAt: number;
  wasBusy: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export const onRobot2FG7Driver: DriverDefinition<typeof onRobot2FG7Contract> = {
  contract: onRobot2FG7Contract,
  create: (config, context) => new OnRobot2FG7Driver(config, context),
};

class OnRobot2FG7Driver implements EquipmentDriver<OnRobot2FG7LiveState, 'gripper'> {
  readonly capabilities = {
    gripper: { actuate: (command: GripperCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: OnRobot2FG7Config;
  readonly #context: DriverContext;
  readonly #modbus: ModbusTransport;
  readonly #monitor: StateMonitor;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(state: OnRobot2FG7LiveState) => void>();
  readonly #firstReading = createDeferred();
  #reading: Reading | undefined;
  #error: string | undefined;
  #target: Target | undefined;
  #motion: Motion | undefined;
  #isCommanded = false;
  /** What a command comes to that the closing of the driver ends. */
  #endOfClosed = stopped;
  #published = '';

  constructor(config: OnRobot2FG7Config, context: DriverContext) {
    const { connectTimeoutMS, timeoutMS, unitID } = config;
    this.#config = config;
    this.#context = context;
    this.#modbus = context.openModbus({ ...context.address, unitID, connectTimeoutMS, timeoutMS });
    this.#monitor = new StateMonitor({ clock: context.clock, read: () => this.#read() });
  }

  start(): void {
    void this.#monitor.readNow();
  }

  whenKnown(): Promise<void> {
    return this.#firstReading.promise;
  }

  state(): OnRobot2FG7LiveState {
    const reading = this.#reading;
    const target = this.#target;
    return {
      connected: reading !== undefined,
      status: this.#status(),
      error: this.#error,
      widthMeters: reading && measureWidth(reading, target),
      gripDetected: reading?.gripDetected ?? false,
      direction: target?.command.direction ?? 'inward',
      targetWidthMeters: target?.command.widthMeters,
      targetForceNewtons: target?.forceNewtons,
      externalWidthMeters: reading && reading.externalRegister / registerUnitsPerMeter,
      internalWidthMeters: reading && reading.internalRegister / registerUnitsPerMeter,
    };
  }

  onChange(listener: (state: OnRobot2FG7LiveState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async stopMotion(): Promise<void> {
    if (!this.#isCommanded && !this.#motion && !this.#reading?.isBusy) return;
    await this.#modbus.writeRegisters(registers.command, [commands.stop], { urgent: true });
    void this.#monitor.readNow();
  }

  async close(reason?: string): Promise<void> {
    if (reason !== undefined) this.#endOfClosed = fail('outcomeUnknown', `${reason}. ${lookFirst}`);
    this.#closing.abort();
    // A moment to stop what moves; a device that does not answer must not hold up the end.
    await Promise.race([this.stopMotion(), this.#context.clock.sleep(closeGraceMS)]);
    this.#motion?.end();
    await this.#modbus.close();
    await this.#monitor.close();
    this.#listeners.clear();
    this.#firstReading.resolve();
  }

  async #actuate(command: GripperCommand, caller: AbortSignal): Promise<GripperResult> {
    const planned = planTarget(command, this.#config);
    if (!planned.ok) return fail('outOfRange', planned.message);
    if (this.#isCommanded) return fail('busy', 'The gripper is carrying out another command; wait for it to end');
    const signal = AbortSignal.any([caller, this.#closing.signal]);
    if (signal.aborted) return stopped;
    const aborted = createDeferred<GripperResult>();
    const onAbort = () => {
      void this.stopMotion();
      aborted.resolve(caller.aborted ? stopped : this.#endOfClosed);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#isCommanded = true;
    try {
      return await Promise.race([this.#carryOut(planned.target, signal), aborted.promise]);
    } finally {
      this.#isCommanded = false;
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #carryOut(target: Target, signal: AbortSignal): Promise<GripperResult> {
    const deadline = this.#context.clock.now() + this.#config.timeoutMS;
    const written = await this.#modbus.writeRegisters(registers.targetWidth, target.values, { signal });
    // Even unanswered, a command that was sent may be moving the fingers: follow them, so that a stop finds them.
    const mayMove = written.ok || (written.failure.wasSent && written.failure.kind !== 'refused');
    const motion = mayMove && !signal.aborted ? this.#beginMotion(target) : undefined;
    if (!written.ok) return explainFailure(written.failure);
    if (!motion) return stopped;
    if (target.command.waitForGrip) await this.#waitFor(motion, deadline);
    else await this.#monitor.readNow();
    return this.#judge(motion);
  }

  #beginMotion(target: Target): Motion {
    this.#motion?.end();
    const { promise: ended, resolve: end } = createDeferred();
    const motion: Motion = { target, startedAt: this.#context.clock.now(), wasBusy: false, ended, end };
    this.#target = target;
    this.#motion = motion;
    void this.#monitor.readNow();
    return motion;
  }

  async #waitFor(motion: Motion, deadline: number): Promise<void> {
    const { clock } = this.#context;
    const late = createDeferred();
    const cancelTimeout = clock.schedule(deadline - clock.now(), () => late.resolve());
    await Promise.race([motion.ended, late.promise]);
    cancelTimeout();
  }

  #judge(motion: Motion): GripperResult {
    const { command } = motion.target;
    const reading = this.#reading;
    if (!reading) return fail('outcomeUnknown', `The connection to the gripper was lost while it moved. ${lookFirst}`);
    const isMoving = this.#motion === motion;
    if (isMoving && command.waitForGrip) {
      void this.stopMotion();
      return fail('timeout', `The gripper was still moving after ${this.#config.timeoutMS} ms and was told to stop`);
    }
    const { gripDetected } = reading;
    const widthMeters = measureWidth(reading, motion.target);
    const isReached = Math.abs(widthMeters - command.widthMeters) <= command.toleranceMeters + 1e-9;
    if (isMoving || isReached || (command.control === 'force_grip' && gripDetected)) {
      return { ok: true, value: { widthMeters, gripDetected } };
    }
    const distance = `${formatMM(widthMeters)} instead of ${formatMM(command.widthMeters)}`;
    return fail('targetNotReached', `The fingers stopped at ${distance}; check for a part or an obstacle between them`);
  }

  /** Reads the device once; answers when to read again. */
  async #read(): Promise<number> {
    const answer = await this.#modbus.readHoldingRegisters(registers.status, 3);
    if (this.#closing.signal.aborted) return reconnectDelayMS;
    this.#reading = answer.ok ? decodeReading(answer.value) : undefined;
    this.#error = answer.ok ? undefined : answer.failure.message;
    if (this.#reading) this.#followMotion(this.#reading);
    this.#firstReading.resolve();
    this.#publish();
    if (!answer.ok) return reconnectDelayMS;
    return this.#motion || this.#reading?.isBusy ? busyPollMS : idlePollMS;
  }

  #followMotion(reading: Reading): void {
    const motion = this.#motion;
    if (!motion) return;
    if (reading.isBusy) motion.wasBusy = true;
    else if (motion.wasBusy || isAtTarget(reading, motion.target) || this.#hasHadTimeToStart(motion)) {
      this.#motion = undefined;
      motion.end();
    }
  }

  #hasHadTimeToStart(motion: Motion): boolean {
    return this.#context.clock.now() - motion.startedAt >= startGraceMS;
  }

  #status(): OnRobot2FG7LiveState['status'] {
    if (this.#error !== undefined) return 'error';
    if (!this.#reading) return 'initializing';
    return this.#motion || this.#reading.isBusy ? 'busy' : 'idle';
  }

  #publish(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.#published) return;
    this.#published = text;
    for (const listener of this.#listeners) listener(state);
  }
}

function planTarget(
  command: GripperCommand,
  config: OnRobot2FG7Config,
): { ok: true; target: Target } | { ok: false; message: string } {
  const ranges = onRobot2FG7Contract.capabilities.gripper(config);
  const { direction, widthMeters } = command;
  const forceNewtons = chooseForce(command, ranges.forceRange.maximum);
  const speed = command.speedFraction ?? defaultSpeedFraction;
  const [problem] = findOutsideRange({ direction, widthMeters, forceNewtons, speedFraction: speed }, ranges);
  if (problem) return { ok: false, message: problem.message };
  const widthRegister = Math.round(command.widthMeters * registerUnitsPerMeter);
  const code = command.direction === 'inward' ? commands.gripExternal : commands.gripInternal;
  const values = [widthRegister, Math.round(forceNewtons), Math.round(speed * 100), code] as const;
  return { ok: true, target: { command, forceNewtons, widthRegister, values } };
}

function chooseForce({ forceNewtons, forceFraction }: GripperCommand, maximum: number): number {
  if (forceNewtons !== undefined) return forceNewtons;
  return forceFraction === undefined ? Math.min(defaultForceNewtons, maximum) : forceFraction * maximum;
}

function decodeReading([status = 0, externalRegister = 0, internalRegister = 0]: readonly number[]): Reading {
  return {
    isBusy: (status & statusBits.busy) !== 0,
    gripDetected: (status & statusBits.gripDetected) !== 0,
    externalRegister,
    internalRegister,
  };
}

function registerInDirection(reading: Reading, target: Target | undefined): number {
  return target?.command.direction === 'outward' ? reading.internalRegister : reading.externalRegister;
}

/** Within one count: what the device can tell apart. */
function isAtTarget(reading: Reading, target: Target): boolean {
  return Math.abs(registerInDirection(reading, target) - target.widthRegister) <= 1;
}

/** Clients compare what they read with what they commanded, exactly: the registers' rounding must not show. */
function measureWidth(reading: Reading, target: Target | undefined): number {
  if (target && isAtTarget(reading, target)) return target.command.widthMeters;
  return registerInDirection(reading, target) / registerUnitsPerMeter;
}

function explainFailure(failure: ModbusFailure): GripperResult {
  if (failure.kind === 'aborted') return stopped;
  if (!failure.wasSent) return fail('unreachable', `${failure.message}; check the gripper's power, cable and address`);
  if (failure.kind === 'refused') return fail('deviceFault', failure.message);
  return fail('outcomeUnknown', `${failure.message}. ${lookFirst}`);
}

const lookFirst = 'The gripper may have moved: look at it before continuing';
const stopped: GripperResult = { ok: false, stopped: true };

function fail(reason: GripperFailureReason, message: string): GripperResult {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'GripperFailure', reason, message, mayRetry } };
}

function formatMM(meters: number): string {
  return `${(meters * 1000).toFixed(1)} mm`;
}
