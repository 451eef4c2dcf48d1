/** Shared base of drivers that read and write a few Modbus registers of a tool. */
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import { deviceMessages } from '@cellwright/domain/messages';
import type { FailureKind } from '@cellwright/domain/robot';
import type { DeviceFailureReason, DeviceResult } from '../capabilities/capability.ts';
import type { ModbusFailure, ModbusTransport } from '../transport/modbus.ts';
import { type CommandEnds, DeviceDriver } from './device-driver.ts';
import type { DriverContext } from './driver.ts';

const idlePollMS = 500;
const busyPollMS = 20;
const reconnectDelayMS = 1000;

export interface RegisterDeviceOptions<Reading> {
  /** Name in messages: 'gripper'. */
  readonly label: string;
  readonly failureKind: FailureKind;
  /** Unit on its connection, and the time limits of connecting and of an answer. */
  readonly line: { readonly unitID: number; readonly connectTimeoutMS: number; readonly timeoutMS: number };
  /** Polled registers: `count` from `offset`, 0-based. */
  readonly offset: number;
  readonly count: number;
  decode(registers: readonly number[]): Reading;
  isBusy(reading: Reading): boolean;
  /** Returns the polling interval of a device at rest, ms; default 500. */
  restPollMS?(): number;
}

export interface RegisterOrder<Reading, Outcome> {
  readonly offset: number;
  /** Written in one request, so that the device receives them together. */
  readonly values: readonly number[];
  /** Time after which it is abandoned, ms; absent: the immediate state of the device is the outcome. */
  readonly patienceMS: number | undefined;
  /** Called when the device may have received it, also if its answer was lost. */
  onSent?(): void;
  /** Returns the result of the command, or undefined while it has not ended. */
  judge(reading: Reading): DeviceResult<Outcome> | undefined;
  /** Returns the result when the time is up. */
  late(reading: Reading): DeviceResult<Outcome>;
}

/** A device that is polled by reading registers and commanded by writing some. A kind adds its state and its stop. */
export abstract class RegisterDevice<Live extends EquipmentLiveState, Reading> extends DeviceDriver<Live> {
  protected readonly modbus: ModbusTransport;
  protected reading: Reading | undefined;
  readonly #options: RegisterDeviceOptions<Reading>;
  #error: string | undefined;

  constructor(options: RegisterDeviceOptions<Reading>, { address, clock, openModbus }: DriverContext) {
    super(clock);
    this.#options = options;
    this.modbus = openModbus({ ...address, ...options.line });
  }

  /** Common fields of every live state. */
  protected presence(): Pick<EquipmentLiveState, 'connected' | 'status' | 'error'> {
    const { reading } = this;
    return { connected: reading !== undefined, status: this.#status(), error: this.#error };
  }

  protected isBusy(): boolean {
    return this.isCommanded || (this.reading !== undefined && this.#options.isBusy(this.reading));
  }

  protected disconnect(): Promise<void> {
    return this.modbus.close();
  }

  protected async read(): Promise<number> {
    const { offset, count, decode, restPollMS } = this.#options;
    const answer = await this.modbus.readHoldingRegisters(offset, count);
    if (this.isClosing) return reconnectDelayMS;
    this.reading = answer.ok ? decode(answer.value) : undefined;
    this.#error = answer.ok ? undefined : answer.failure.message;
    if (!answer.ok) return reconnectDelayMS;
    return this.isBusy() ? busyPollMS : (restPollMS?.() ?? idlePollMS);
  }

  /** Writes a command once and follows the device until it has ended. Never rejects. */
  protected async order<Outcome>(
    caller: AbortSignal,
    order: RegisterOrder<Reading, Outcome>,
  ): Promise<DeviceResult<Outcome>> {
    const result = await this.runCommand(caller, this.#ends(), (signal) => this.#carryOut(signal, order));
    // Listeners learn immediately that it is at rest again.
    void this.readNow();
    return result;
  }

  protected fail(reason: DeviceFailureReason, message: string): DeviceResult<never> {
    const mayRetry = reason === 'busy' || reason === 'unreachable';
    return { ok: false, failure: { kind: this.#options.failureKind, reason, message, mayRetry } };
  }

  async #carryOut<Outcome>(
    signal: AbortSignal,
    { offset, values, patienceMS, onSent, judge, late }: RegisterOrder<Reading, Outcome>,
  ): Promise<DeviceResult<Outcome>> {
    const deadline = this.clock.now() + (patienceMS ?? 0);
    const written = await this.modbus.writeRegisters(offset, values, { signal });
    if (written.ok || (written.failure.wasSent && written.failure.kind !== 'refused')) onSent?.();
    if (!written.ok) return this.#explain(written.failure);
    for (;;) {
      await this.readNow();
      if (signal.aborted) return stopped;
      const ended = this.reading && judge(this.reading);
      if (ended) return ended;
      if (this.clock.now() >= deadline) return this.reading ? late(this.reading) : this.#lost();
      await this.clock.sleep(busyPollMS);
    }
  }

  #ends(): CommandEnds<DeviceResult<never>> {
    const { label } = this.#options;
    return {
      busy: () => this.fail('busy', `The ${label} is executing another command. Wait until it has ended`),
      stopped,
      closed: (reason) => this.fail('outcomeUnknown', `${reason}. ${this.#lookFirst()}`),
    };
  }

  #explain(failure: ModbusFailure): DeviceResult<never> {
    if (failure.kind === 'aborted') return stopped;
    if (failure.kind === 'busy') return this.fail('busy', failure.message);
    const { label } = this.#options;
    if (!failure.wasSent) {
      return this.fail('unreachable', deviceMessages.checkDevice(failure.message, label));
    }
    if (failure.kind === 'refused') return this.fail('deviceFault', failure.message);
    return this.fail('outcomeUnknown', `${failure.message}. ${this.#lookFirst()}`);
  }

  #lost(): DeviceResult<never> {
    const what = `The connection to the ${this.#options.label} was lost during the command`;
    return this.fail('outcomeUnknown', `${what}. ${this.#lookFirst()}`);
  }

  #lookFirst(): string {
    return `The ${this.#options.label} may have acted. Check it before continuing`;
  }

  #status(): EquipmentLiveState['status'] {
    if (this.#error !== undefined) return 'error';
    if (this.reading === undefined) return 'initializing';
    return this.isBusy() ? 'busy' : 'idle';
  }
}

const stopped: DeviceResult<never> = { ok: false, stopped: true };
