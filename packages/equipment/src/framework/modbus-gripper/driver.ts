/** Long because all Modbus grippers share this driver: a kind adds its table but no behaviour. */
import { rest } from '@cellwright/domain/basics';
import { findOutsideRange, type NumberRange } from '@cellwright/domain/equipment';
import { deviceMessages, messages } from '@cellwright/domain/messages';
import type { GripperCommand, GripperFailureReason, GripperResult } from '../../capabilities/gripper.ts';
import type { ModbusFailure, ModbusResult, ModbusTransport } from '../../transport/modbus.ts';
import { createDeferred } from '../deferred.ts';
import { type CommandEnds, DeviceDriver } from '../device-driver.ts';
import type { DriverContext } from '../driver.ts';
import type { GripperLiveState } from './live-state.ts';
import type { GripperOrder, GripperReading, ModbusGripperConfig, ModbusGripperTable } from './table.ts';

const idlePollMS = 500;
const busyPollMS = 20;
const reconnectDelayMS = 1000;
/** Time after which a device that has not begun to move is either at its target already or will not move. */
const startGraceMS = 250;
const defaultForceNewtons = 45;
const defaultForceFraction = 0.5;
const defaultSpeedFraction = 0.95;

interface Target {
  readonly command: GripperCommand;
  readonly order: GripperOrder;
}

/** A commanded motion that has not ended. */
interface Motion {
  readonly target: Target;
  readonly startedAt: number;
  wasBusy: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export class ModbusGripperDriver extends DeviceDriver<GripperLiveState> {
  readonly capabilities = {
    gripper: { actuate: (command: GripperCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #table: ModbusGripperTable;
  readonly #timeoutMS: number;
  readonly #modbus: ModbusTransport;
  #reading: GripperReading | undefined;
  #error: string | undefined;
  #target: Target | undefined;
  #motion: Motion | undefined;

  constructor(config: ModbusGripperConfig, table: ModbusGripperTable, context: DriverContext) {
    super(context.clock);
    const { connectTimeoutMS, timeoutMS, unitID } = config;
    this.#table = table;
    this.#timeoutMS = timeoutMS;
    this.#modbus = context.openModbus({ ...context.address, unitID, connectTimeoutMS, timeoutMS });
  }

  state(): GripperLiveState {
    const reading = this.#reading;
    const target = this.#target;
    const isFraction = this.#table.description.forceRange === undefined;
    return {
      connected: reading !== undefined,
      status: this.#status(),
      error: this.#error ?? reading?.problem,
      widthMeters: reading && this.#measureWidth(reading, target),
      gripDetected: reading?.gripDetected ?? false,
      direction: target?.command.direction ?? 'inward',
      targetWidthMeters: target?.command.widthMeters,
      ...(isFraction
        ? { targetForceFraction: target?.order.forceFraction }
        : { targetForceNewtons: target?.order.forceNewtons }),
      externalWidthMeters: reading && roundToMicrometres(reading.widthMeters.inward),
      internalWidthMeters: reading && roundToMicrometres(reading.widthMeters.outward),
    };
  }

  async stopMotion(): Promise<void> {
    if (!this.isCommanded && !this.#motion && !this.#reading?.isBusy) return;
    const { beforeStop } = this.#table;
    const now = beforeStop && (await this.#modbus.readHoldingRegisters(beforeStop.offset, beforeStop.count, urgent));
    if (now && !now.ok) return;
    const { offset, values } = this.#table.stop(now?.value ?? []);
    await this.#modbus.writeRegisters(offset, values, urgent);
    void this.readNow();
  }

  protected async disconnect(): Promise<void> {
    this.#motion?.end();
    await this.#modbus.close();
  }

  protected async read(): Promise<number> {
    const answer = await this.#readAll();
    if (this.isClosing) return reconnectDelayMS;
    this.#reading = answer.ok ? this.#table.decode(answer.value) : undefined;
    this.#error = answer.ok ? undefined : answer.failure.message;
    if (this.#reading) this.#followMotion(this.#reading);
    if (!answer.ok) return reconnectDelayMS;
    return this.#motion || this.#reading?.isBusy ? busyPollMS : idlePollMS;
  }

  async #readAll(): Promise<ModbusResult<readonly (readonly number[])[]>> {
    const all: (readonly number[])[] = [];
    for (const { offset, count } of this.#table.reads) {
      const answer = await this.#modbus.readHoldingRegisters(offset, count);
      if (!answer.ok) return answer;
      all.push(answer.value);
    }
    return { ok: true, value: all };
  }

  async #actuate(command: GripperCommand, caller: AbortSignal): Promise<GripperResult> {
    const order = fillOrder(command, this.#table);
    const { description } = this.#table;
    // For a gripper that takes a fraction, only the command can request newtons, not a default.
    const demand = description.forceRange ? order : { ...order, forceNewtons: command.forceNewtons };
    const [problem] = findOutsideRange(demand, description);
    if (problem) return fail('outOfRange', problem.message);
    const beyond = this.#findBeyondReach(command);
    if (beyond !== undefined) return fail('outOfRange', beyond);
    return this.runCommand(caller, ends, (signal) => this.#carryOut({ command, order }, signal));
  }

  /** A device may report that its mounted fingers have a smaller range than its contract. */
  #findBeyondReach({ direction, widthMeters }: GripperCommand): string | undefined {
    const reach = this.#reading?.reach;
    if (!reach || direction === 'outward') return undefined;
    const { minimum, maximum } = reach;
    const { resolutionMeters } = this.#table;
    if (widthMeters >= minimum - resolutionMeters && widthMeters <= maximum + resolutionMeters) return undefined;
    return messages.outsideGripperRange(
      this.#table.description.opening === 'diameter' ? 'Diameter' : 'Width',
      formatMM(widthMeters),
      `${formatMM(minimum)} to ${formatMM(maximum)} by its own report`,
    );
  }

  async #carryOut(target: Target, signal: AbortSignal): Promise<GripperResult> {
    const deadline = this.clock.now() + this.#timeoutMS;
    const unprepared = await this.#prepare(deadline, signal);
    if (unprepared) return unprepared;
    const writes = this.#table.encode(target.order);
    for (const { offset, values } of writes.slice(0, -1)) {
      const set = await this.#modbus.writeRegisters(offset, values, { signal });
      if (!set.ok) return explainUnmoved(set.failure);
    }
    const last = writes.at(-1);
    if (!last) return fail('deviceFault', 'This gripper has no command for that');
    const written = await this.#modbus.writeRegisters(last.offset, last.values, { signal });
    // Even unanswered, a command that was sent may be moving the fingers: follow them, so that a stop reaches them.
    const mayMove = written.ok || (written.failure.wasSent && written.failure.kind !== 'refused');
    const motion = mayMove && !signal.aborted ? this.#beginMotion(target) : undefined;
    if (!written.ok) return explainFailure(written.failure);
    if (!motion) return stopped;
    if (target.command.waitForGrip) await this.waitUntil(deadline, motion.ended);
    else await this.readNow();
    return this.#judge(motion);
  }

  /** Initialises the device if needed, one reading at a time. Returns the failure, if any. */
  async #prepare(deadline: number, signal: AbortSignal): Promise<GripperResult | undefined> {
    const { prepare } = this.#table;
    if (!prepare) return undefined;
    // A command can be the first use of the device: nothing is known of it yet.
    if (!this.#reading) await this.readNow();
    if (!this.#reading?.needsPreparation) return undefined;
    const written = await this.#modbus.writeRegisters(prepare.offset, prepare.values, { signal });
    if (!written.ok) return explainUnmoved(written.failure);
    while (!signal.aborted && this.clock.now() < deadline) {
      await this.readNow();
      if (this.#reading && !this.#reading.needsPreparation) return undefined;
      await rest(this.clock, busyPollMS, signal);
    }
    if (signal.aborted) return stopped;
    return fail('timeout', deviceMessages.gripperNotReady(this.#timeoutMS));
  }

  #beginMotion(target: Target): Motion {
    this.#motion?.end();
    const { promise: ended, resolve: end } = createDeferred();
    const motion: Motion = { target, startedAt: this.clock.now(), wasBusy: false, ended, end };
    this.#target = target;
    this.#motion = motion;
    void this.readNow();
    return motion;
  }

  #judge(motion: Motion): GripperResult {
    const { command } = motion.target;
    const reading = this.#reading;
    if (!reading)
      return fail('outcomeUnknown', deviceMessages.thenCheck(deviceMessages.gripperConnectionLost, lookFirst));
    if (reading.problem !== undefined) return fail('deviceFault', reading.problem);
    const isMoving = this.#motion === motion;
    if (isMoving && command.waitForGrip) {
      void this.stopMotion();
      return fail('timeout', deviceMessages.gripperStillMoved(this.#timeoutMS));
    }
    const { gripDetected } = reading;
    const widthMeters = this.#measureWidth(reading, motion.target);
    const isReached = Math.abs(widthMeters - command.widthMeters) <= command.toleranceMeters + 1e-9;
    if (isMoving || isReached || (command.control === 'force_grip' && gripDetected)) {
      return { ok: true, value: { widthMeters, gripDetected } };
    }
    return fail('targetNotReached', explainMiss(command, widthMeters));
  }

  #followMotion(reading: GripperReading): void {
    const motion = this.#motion;
    if (!motion) return;
    const hasHadTimeToStart = this.clock.now() - motion.startedAt >= startGraceMS;
    if (reading.isBusy) motion.wasBusy = true;
    else if (motion.wasBusy || this.#isAtTarget(reading, motion.target) || hasHadTimeToStart) {
      this.#motion = undefined;
      motion.end();
    }
  }

  #status(): GripperLiveState['status'] {
    if (this.#error !== undefined || this.#reading?.problem !== undefined) return 'error';
    if (!this.#reading) return 'initializing';
    return this.#motion || this.#reading.isBusy ? 'busy' : 'idle';
  }

  /** True within one count, the resolution of the device. */
  #isAtTarget(reading: GripperReading, { command }: Target): boolean {
    const countOf = (meters: number) => Math.round(meters / this.#table.resolutionMeters);
    return Math.abs(countOf(reading.widthMeters[command.direction]) - countOf(command.widthMeters)) <= 1;
  }

  /** Clients compare the reading exactly with their command, so the rounding of the registers must not show. */
  #measureWidth(reading: GripperReading, target: Target | undefined): number {
    if (target && this.#isAtTarget(reading, target)) return target.command.widthMeters;
    return roundToMicrometres(reading.widthMeters[target?.command.direction ?? 'inward']);
  }
}

/** Explains fingers that stopped before the commanded width, or that passed it because nothing was between them. */
function explainMiss({ control, direction, widthMeters: wanted }: GripperCommand, reached: number): string {
  const distance = deviceMessages.reachedInstead(formatMM(reached), formatMM(wanted));
  const isGrip = control === 'force_grip';
  if (isGrip && direction === 'inward' && reached < wanted) return deviceMessages.closedOnNothing(distance);
  if (isGrip && direction === 'outward' && reached > wanted) return deviceMessages.openedOnNothing(distance);
  return deviceMessages.fingersStopped(distance);
}

/** Returns the command with the kind's default force and speed where it has none. */
function fillOrder(command: GripperCommand, { description }: ModbusGripperTable): GripperOrder {
  const { control, direction, widthMeters } = command;
  const speedFraction = command.speedFraction ?? defaultSpeedFraction;
  const { forceRange } = description;
  if (forceRange === undefined) {
    const forceFraction = command.forceFraction ?? defaultForceFraction;
    return { control, direction, widthMeters, forceNewtons: 0, forceFraction, speedFraction };
  }
  const forceNewtons = chooseForce(command, forceRange);
  const forceFraction = forceNewtons / forceRange.maximum;
  return { control, direction, widthMeters, forceNewtons, forceFraction, speedFraction };
}

/** Clamps a default force to the gripper's range. */
function chooseForce({ forceNewtons, forceFraction }: GripperCommand, { minimum, maximum }: NumberRange): number {
  if (forceNewtons !== undefined) return forceNewtons;
  if (forceFraction !== undefined) return forceFraction * maximum;
  return Math.max(minimum, Math.min(defaultForceNewtons, maximum));
}

function explainFailure(failure: ModbusFailure): GripperResult {
  if (failure.kind === 'aborted') return stopped;
  if (failure.kind === 'busy') return fail('busy', failure.message);
  if (!failure.wasSent) return fail('unreachable', deviceMessages.checkGripper(failure.message));
  if (failure.kind === 'refused') return fail('deviceFault', failure.message);
  return fail('outcomeUnknown', deviceMessages.thenCheck(failure.message, lookFirst));
}

/** For a request that moves nothing: whatever its outcome, the fingers have not moved. */
function explainUnmoved(failure: ModbusFailure): GripperResult {
  if (failure.kind === 'aborted') return stopped;
  if (failure.kind === 'busy') return fail('busy', failure.message);
  if (failure.kind === 'refused') return fail('deviceFault', failure.message);
  return fail('unreachable', deviceMessages.checkGripper(failure.message));
}

const urgent = { urgent: true } as const;
const lookFirst = deviceMessages.gripperMayHaveMoved;
const stopped: GripperResult = { ok: false, stopped: true };
const ends: CommandEnds<GripperResult> = {
  busy: () => fail('busy', deviceMessages.gripperBusy),
  stopped,
  closed: (reason) => fail('outcomeUnknown', deviceMessages.thenCheck(reason, lookFirst)),
};

function fail(reason: GripperFailureReason, message: string): GripperResult {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'GripperFailure', reason, message, mayRetry } };
}

/** Sums of tenths of a millimetre have binary rounding errors that no device measured. */
function roundToMicrometres(meters: number): number {
  return Math.round(meters * 1e6) / 1e6;
}

function formatMM(meters: number): string {
  return `${(meters * 1000).toFixed(1)} mm`;
}
