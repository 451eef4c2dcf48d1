import { withEither } from '@cellwright/domain/basics';
import type { DeviceResult } from '../../capabilities/capability.ts';
import type {
  ArcValues,
  WelderCommand,
  WelderLiveState,
  WelderReading,
  WeldFault,
  WeldParameters,
} from '../../capabilities/welder.ts';
import type { PortsResult } from '../../transport/ports.ts';
import { type CommandEnds, DeviceDriver } from '../device-driver.ts';
import type { DriverContext, EquipmentDriver } from '../driver.ts';
import { ArcHold } from './arc-hold.ts';
import { ArcWatch } from './arc-watch.ts';
import {
  busy,
  explain,
  explainFault,
  explainNoArc,
  fail,
  lookFirst,
  stopped,
  valuesOnMachine,
} from './explanations.ts';
import { findObstacle } from './start-check.ts';
import type { WeldSignals, WeldTimes } from './weld-signals.ts';

const restPollMS = 250;
const weldingPollMS = 20;
/** Interval at which measured values are taken, ms: each change is a message to every screen. */
const measureMS = 100;

/** Values of the arc that a machine takes and measures. */
export interface WeldValues {
  /** Returns why it does not take them; undefined if it does. */
  set(parameters: WeldParameters): string | undefined;
  /** Returns what it measures; undefined without a connection. */
  read(): ArcValues | undefined;
}

export interface WeldMachineParts extends Pick<DriverContext, 'clock'> {
  readonly times: WeldTimes;
  readonly signals: WeldSignals;
  /** Absent for a machine whose values are set on it. */
  readonly values?: WeldValues;
}

/** Starts and ends the arc of a weld machine, and watches it. */
export class WeldDriver extends DeviceDriver<WelderLiveState> implements EquipmentDriver<WelderLiveState, 'welder'> {
  readonly capabilities = {
    welder: { actuate: (command: WelderCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #times: WeldTimes;
  readonly #signals: WeldSignals;
  readonly #values: WeldValues | undefined;
  readonly #hold: ArcHold;
  readonly #watch: ArcWatch;
  #endListening: () => void = () => undefined;
  #arc: 'off' | 'starting' | 'on' = 'off';
  /** Ends a start of the arc. */
  #starting = new AbortController();
  #fault: WeldFault | undefined;
  #measured: ArcValues | undefined;
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor({ clock, times, signals, values }: WeldMachineParts) {
    super(clock);
    this.#times = times;
    this.#signals = signals;
    this.#values = values;
    this.#hold = new ArcHold(signals, clock);
    this.#watch = new ArcWatch(times, signals, clock);
  }

  override start(): void {
    this.#endListening = this.#signals.onChange(() => void this.readNow());
    super.start();
  }

  state(): WelderLiveState {
    const isConnected = this.#signals.isConnected;
    const error = isConnected ? undefined : this.#signals.disconnection;
    const status = isConnected ? (this.isCommanded ? 'busy' : 'idle') : 'error';
    const arcValues = this.#measured;
    return { connected: isConnected, status, error, welder: this.#reading(), ...(arcValues && { arcValues }) };
  }

  /** Ends the arc. A machine without an arc receives nothing. */
  async stopMotion(): Promise<void> {
    if (this.#arc !== 'off') await this.#endArc();
  }

  protected async disconnect(): Promise<void> {
    this.#endListening();
    await this.#signals.close();
  }

  protected async read(): Promise<number> {
    await this.#signals.whenKnown();
    this.#measure();
    if (this.#arc === 'off') return restPollMS;
    if (this.#arc === 'on') this.#fault = this.#watch.findFault();
    if (this.#fault !== undefined) await this.#endArc();
    // Not awaited: the arc is watched also while an answer is late.
    else if (this.#hold.isDue) void this.#renewHold();
    return weldingPollMS;
  }

  #measure(): void {
    if (!this.#values || this.clock.now() - this.#measuredAt < measureMS) return;
    this.#measuredAt = this.clock.now();
    this.#measured = this.#values.read();
  }

  #observe(): WelderReading {
    const values = this.#arc === 'on' ? this.#values?.read() : undefined;
    return { ...this.#reading(), ...(values && { values }) };
  }

  #reading(): WelderReading {
    const fault = this.#fault ?? (this.#signals.isOn('machineFault') ? 'machineFault' : undefined);
    const arc = this.#signals.isConnected ? this.#arc : 'unknown';
    return fault === undefined ? { arc } : { arc, fault };
  }

  async #actuate(command: WelderCommand, caller: AbortSignal): Promise<DeviceResult<WelderReading>> {
    if (command.action === 'observe') return { ok: true, value: this.#observe() };
    if (command.action === 'setParameters') return this.#setValues(command.parameters);
    // Also during a start: an arc ends without waiting for anything.
    if (command.action === 'stopArc') return this.#stopArc();
    if (this.isCommanded) return busy;
    const ends: CommandEnds<DeviceResult<WelderReading>> = {
      busy: () => busy,
      stopped,
      closed: (reason) => fail('outcomeUnknown', `${reason}. ${lookFirst}`),
    };
    this.#starting = new AbortController();
    const result = await withEither(caller, this.#starting.signal, (signal) =>
      this.runCommand(signal, ends, (within) => this.#startArc(within)),
    );
    if (!result.ok) await this.stopMotion();
    void this.readNow();
    return result;
  }

  #setValues(parameters: WeldParameters): DeviceResult<WelderReading> {
    if (!this.#values) return fail('outOfRange', valuesOnMachine);
    const problem = this.#values.set(parameters);
    return problem === undefined ? { ok: true, value: this.#reading() } : fail('outOfRange', problem);
  }

  async #startArc(signal: AbortSignal): Promise<DeviceResult<WelderReading>> {
    if (this.#arc === 'on') return { ok: true, value: this.#reading() };
    const { gasPreflowMS, arcStartLimitMS } = this.#times;
    const obstacle = await findObstacle(this.#signals, this.clock, signal);
    if (obstacle) return obstacle;
    this.#fault = undefined;
    this.#watch.restart();
    if (signal.aborted) return stopped;
    this.#hold.release();
    this.#arc = 'starting';
    void this.readNow();
    const opened = await this.#hold.begin('robotReady', [{ signal: 'touchSense', seconds: 0 }], signal);
    if (!opened.ok) return explain(opened);
    const rested = await this.#hold.rest(gasPreflowMS, () => false, signal);
    if (signal.aborted) return stopped;
    return rested.ok ? this.#strike(arcStartLimitMS, signal) : explain(rested);
  }

  /** Switches the arc on and waits until it burns. */
  async #strike(limitMS: number, signal: AbortSignal): Promise<DeviceResult<WelderReading>> {
    const struck = await this.#hold.begin('weldStart', [], signal);
    if (!struck.ok) return explain(struck);
    // The end of the arc may have overtaken its start.
    if (signal.aborted) await this.#endArc();
    const isSeen = () => this.#signals.isOn('arcEstablished');
    const rested = await this.#hold.rest(limitMS, isSeen, signal);
    if (signal.aborted) return stopped;
    if (!rested.ok) return explain(rested);
    if (!isSeen()) return fail('targetNotReached', explainNoArc(limitMS));
    const held = await this.#hold.renew();
    if (signal.aborted) return stopped;
    if (!held.ok) return explain(held);
    this.#arc = 'on';
    return { ok: true, value: this.#reading() };
  }

  /** Ends the arc and reports a fault that it ended with. */
  async #stopArc(): Promise<DeviceResult<WelderReading>> {
    const wasOn = this.#arc !== 'off';
    const ended = await this.#endArc();
    if (!ended.ok) return explain(ended);
    if (wasOn) this.#fault ??= await this.#watch.checkWire();
    void this.readNow();
    const fault = this.#fault;
    return fault === undefined
      ? { ok: true, value: this.#reading() }
      : fail('deviceFault', explainFault(fault, this.#signals.errorNumber));
  }

  async #endArc(): Promise<PortsResult> {
    const hadGas = this.#arc !== 'off';
    this.#arc = 'off';
    this.#hold.release();
    this.#starting.abort();
    return this.#signals.set([
      { signal: 'weldStart', seconds: 0 },
      { signal: 'robotReady', seconds: 0 },
      ...(hadGas ? [{ signal: 'gas', seconds: this.#times.gasPostflowMS / 1000 } as const] : []),
    ]);
  }

  /** Renews the outputs of the arc. If they are not renewed, the controller ends them. */
  async #renewHold(): Promise<void> {
    const result = await this.#hold.renew();
    // A start ends by itself.
    if (result.ok || this.#arc !== 'on') return;
    this.#arc = 'off';
    this.#hold.release();
    if (result.failure.kind !== 'stopped') this.#fault ??= 'notHeld';
    void this.readNow();
  }
}
