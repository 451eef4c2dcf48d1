import type { DeviceResult } from '../../capabilities/capability.ts';
import type { WelderCommand, WelderLiveState, WelderReading, WeldFault } from '../../capabilities/welder.ts';
import { type CommandEnds, DeviceDriver } from '../../framework/device-driver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import type { PortsResult } from '../../transport/ports.ts';
import { type WeldMachineGenericConfig, weldMachineGenericContract } from './contract.ts';
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
import { WeldSignals } from './signals.ts';
import { findObstacle } from './start-check.ts';

const restPollMS = 250;
const weldingPollMS = 20;
/** Length of the pulses that hold the arc, and when they are repeated. Without a repetition the controller ends them. */
const holdSeconds = 0.5;
const repeatMS = 200;

export const weldMachineGenericDriver: DriverDefinition<typeof weldMachineGenericContract> = {
  contract: weldMachineGenericContract,
  create: (config, context) => new WeldMachineGenericDriver(config, context),
};

/** Starts and ends the arc of a wired weld machine, and watches it. */
class WeldMachineGenericDriver
  extends DeviceDriver<WelderLiveState>
  implements EquipmentDriver<WelderLiveState, 'welder'>
{
  readonly capabilities = {
    welder: { actuate: (command: WelderCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: WeldMachineGenericConfig;
  readonly #signals: WeldSignals;
  #endListening: () => void = () => undefined;
  #arc: 'off' | 'starting' | 'on' = 'off';
  /** Ends a start of the arc. */
  #starting = new AbortController();
  #heldAt = 0;
  /** Since when an arc that should burn has not been seen; undefined while it is seen. */
  #goneSince: number | undefined;
  #fault: WeldFault | undefined;

  constructor(config: WeldMachineGenericConfig, { clock, openPorts }: DriverContext) {
    super(clock);
    this.#config = config;
    this.#signals = new WeldSignals(config, openPorts());
  }

  override start(): void {
    this.#endListening = this.#signals.onChange(() => void this.readNow());
    super.start();
  }

  state(): WelderLiveState {
    const isConnected = this.#signals.isConnected;
    const error = isConnected ? undefined : 'The control box of the weld machine does not answer';
    const status = isConnected ? (this.isCommanded ? 'busy' : 'idle') : 'error';
    return { connected: isConnected, status, error, welder: this.#reading() };
  }

  /** Ends the arc. A machine without an arc receives nothing. */
  async stopMotion(): Promise<void> {
    if (this.#arc !== 'off') await this.#endArc();
  }

  protected async disconnect(): Promise<void> {
    this.#endListening();
    this.#signals.close();
  }

  protected async read(): Promise<number> {
    if (this.#arc !== 'on') return this.#arc === 'off' ? restPollMS : weldingPollMS;
    this.#watchArc();
    if (this.#fault !== undefined) await this.#endArc();
    else if (this.clock.now() - this.#heldAt >= repeatMS) await this.#holdArc();
    return weldingPollMS;
  }

  #reading(): WelderReading {
    const fault = this.#fault ?? (this.#signals.isOn('machineFault') ? 'machineFault' : undefined);
    const arc = this.#signals.isConnected ? this.#arc : 'unknown';
    return fault === undefined ? { arc } : { arc, fault };
  }

  #watchArc(): void {
    const now = this.clock.now();
    const isSeen =
      this.#signals.isOn('arcEstablished') && (!this.#signals.has('currentFlow') || this.#signals.isOn('currentFlow'));
    this.#goneSince = isSeen ? undefined : (this.#goneSince ?? now);
    if (this.#signals.isOn('machineFault')) this.#fault = 'machineFault';
    else if (this.#signals.isOn('touchDetected')) this.#fault = 'touchSensed';
    else if (this.#goneSince !== undefined && now - this.#goneSince >= this.#config.arcLostMS) this.#fault = 'arcLost';
  }

  async #actuate(command: WelderCommand, caller: AbortSignal): Promise<DeviceResult<WelderReading>> {
    if (command.action === 'observe') return { ok: true, value: this.#reading() };
    if (command.action === 'setParameters') return fail('outOfRange', valuesOnMachine);
    // Also during a start: an arc ends without waiting for anything.
    if (command.action === 'stopArc') return this.#stopArc();
    if (this.isCommanded) return busy;
    const ends: CommandEnds<DeviceResult<WelderReading>> = {
      busy: () => busy,
      stopped,
      closed: (reason) => fail('outcomeUnknown', `${reason}. ${lookFirst}`),
    };
    this.#starting = new AbortController();
    const signal = AbortSignal.any([caller, this.#starting.signal]);
    const result = await this.runCommand(signal, ends, (within) => this.#startArc(within));
    if (!result.ok) await this.stopMotion();
    void this.readNow();
    return result;
  }

  async #startArc(signal: AbortSignal): Promise<DeviceResult<WelderReading>> {
    if (this.#arc === 'on') return { ok: true, value: this.#reading() };
    void this.readNow();
    const { gasPreflowMS, arcStartLimitMS } = this.#config;
    const obstacle = await findObstacle(this.#signals, this.clock, signal);
    if (obstacle) return obstacle;
    this.#fault = undefined;
    this.#goneSince = undefined;
    this.#arc = 'starting';
    const opened = await this.#signals.set(
      [
        { signal: 'robotReady', seconds: (gasPreflowMS + arcStartLimitMS) / 1000 + holdSeconds },
        { signal: 'gas', seconds: (gasPreflowMS + arcStartLimitMS) / 1000 + holdSeconds },
        { signal: 'touchSense', seconds: 0 },
      ],
      signal,
    );
    if (!opened.ok) return explain(opened);
    await this.clock.sleep(gasPreflowMS, signal).catch(() => undefined);
    if (signal.aborted) return stopped;
    const struck = await this.#signals.set(
      [{ signal: 'weldStart', seconds: arcStartLimitMS / 1000 + holdSeconds }],
      signal,
    );
    if (!struck.ok) return explain(struck);
    const deadline = this.clock.now() + arcStartLimitMS;
    while (!this.#signals.isOn('arcEstablished')) {
      if (this.clock.now() >= deadline) return fail('targetNotReached', explainNoArc(arcStartLimitMS));
      await this.clock.sleep(weldingPollMS, signal).catch(() => undefined);
      if (signal.aborted) break;
    }
    if (signal.aborted) return stopped;
    this.#arc = 'on';
    await this.#holdArc();
    return { ok: true, value: this.#reading() };
  }

  /** Ends the arc and reports a fault that it ended with. */
  async #stopArc(): Promise<DeviceResult<WelderReading>> {
    const wasOn = this.#arc !== 'off';
    const ended = await this.#endArc();
    if (!ended.ok) return explain(ended);
    if (wasOn && this.#signals.has('wireStuck')) await this.#checkWire();
    void this.readNow();
    const fault = this.#fault;
    return fault === undefined ? { ok: true, value: this.#reading() } : fail('deviceFault', explainFault(fault));
  }

  async #endArc(): Promise<PortsResult> {
    const hadGas = this.#arc !== 'off';
    this.#arc = 'off';
    this.#starting.abort();
    return this.#signals.set([
      { signal: 'weldStart', seconds: 0 },
      { signal: 'robotReady', seconds: 0 },
      ...(hadGas ? [{ signal: 'gas', seconds: this.#config.gasPostflowMS / 1000 } as const] : []),
    ]);
  }

  async #checkWire(): Promise<void> {
    const { wireCheckMS } = this.#config;
    await this.#signals.set([{ signal: 'wireStuckCheck', seconds: (2 * wireCheckMS) / 1000 }]);
    await this.clock.sleep(wireCheckMS);
    if (this.#signals.isOn('wireStuck')) this.#fault ??= 'wireStuck';
  }

  async #holdArc(): Promise<void> {
    this.#heldAt = this.clock.now();
    const held = (['robotReady', 'gas', 'weldStart'] as const).map((signal) => ({ signal, seconds: holdSeconds }));
    const result = await this.#signals.set(held);
    // A stop, or a lost control box: the pulses end by themselves.
    if (!result.ok) this.#arc = 'off';
  }
}
