import { mountMessages } from '@cellwright/domain/messages';
import { weldMessages } from '@cellwright/domain/runner-socket';
import type { ArcValues, WelderCommand, WelderReading } from '@cellwright/equipment/capabilities';
import {
  commandDevice,
  completed,
  failed,
  type MountedTool,
  type PortFailure,
  type PortResult,
  type StepContext,
  type StepOutcome,
  stopped,
} from '../../framework/index.ts';
import type { WeldVariables } from './contract.ts';
import type { WeldArgs } from './contract-args.ts';

/** Interval at which the arc is observed, ms. */
const observeMS = 100;
/** Interval at which measured values become variables, ms: each change is a message to every screen. */
const measureMS = 200;
const welderLimitMS = 15_000;

type Context = Pick<StepContext<WeldArgs, WeldVariables>, 'args' | 'ports' | 'setVariable'>;

/** The arc of a weld. A dry run has none. */
export class Arc {
  readonly #context: Context;
  readonly #torch: MountedTool | undefined;
  #isOn = false;
  #observedAt = Number.NEGATIVE_INFINITY;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #failure: PortFailure | undefined;

  /** @param torch undefined for a dry run */
  constructor(context: Context, torch: MountedTool | undefined) {
    this.#context = context;
    this.#torch = torch;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Why the arc went out by itself. */
  readonly failure = (): PortFailure | undefined => this.#failure;

  async setParameters(signal: AbortSignal): Promise<StepOutcome> {
    const { millerWeldParameters: parameters } = this.#context.args;
    if (!parameters) return completed;
    return this.#command({ action: 'setParameters', parameters }, weldMessages.setParametersFailed, signal);
  }

  async start(signal: AbortSignal): Promise<StepOutcome> {
    const changed = this.#findToolChange();
    if (changed) return failed(changed.kind, changed.message);
    const outcome = await this.#command({ action: 'startArc' }, weldMessages.startStopFailed, signal);
    this.#isOn = outcome.kind === 'completed';
    return outcome;
  }

  async stop(signal: AbortSignal): Promise<StepOutcome> {
    const outcome = await this.#command({ action: 'stopArc' }, weldMessages.startStopFailed, signal);
    if (outcome.kind === 'completed') this.#isOn = false;
    this.#measuredAt = Number.NEGATIVE_INFINITY;
    this.#show({ voltage: 0, current: 0, wireSpeed: 0 });
    return outcome;
  }

  /** Returns 1 if the arc went out by itself, otherwise 0, for a motion that ends early then. */
  readonly look = async (): Promise<number> => {
    const { args, ports } = this.#context;
    if (this.#isOn) this.#failure ??= this.#findToolChange();
    if (this.#failure) return 1;
    if (!this.#isOn || ports.clock.now() - this.#observedAt < observeMS) return 0;
    this.#observedAt = ports.clock.now();
    const { signal } = new AbortController();
    const seen = await ports.devices.actuate('welder', args.selectedMachineID, { action: 'observe' }, signal);
    this.#failure = findFailure(seen);
    if (seen.ok) this.#show(seen.value.values);
    return this.#failure ? 1 : 0;
  };

  /** Shows measured values as variables of the step. */
  #show(values: ArcValues | undefined): void {
    const context = this.#context;
    if (!values || context.ports.clock.now() - this.#measuredAt < measureMS) return;
    this.#measuredAt = context.ports.clock.now();
    context.setVariable('arcVoltage', values.voltage);
    context.setVariable('arcCurrent', values.current);
    context.setVariable('arcWireSpeed', values.wireSpeed);
  }

  #findToolChange(): PortFailure | undefined {
    if (!this.#torch?.hasChanged()) return undefined;
    return { kind: 'WeldFailure', message: mountMessages.changed(this.#torch.name) };
  }

  async #command(command: WelderCommand, message: string, signal: AbortSignal): Promise<StepOutcome> {
    const { args, ports } = this.#context;
    const { selectedMachineID: equipmentID } = args;
    const order = { capability: 'welder', equipmentID, command, stepLimitMS: welderLimitMS } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) return completed;
    return 'stopped' in result ? stopped : failed('WeldFailure', message, result.failure.message);
  }
}

function findFailure(seen: PortResult<WelderReading>): PortFailure | undefined {
  if (!seen.ok) {
    return 'stopped' in seen ? undefined : { kind: 'WeldFailure', message: seen.failure.message };
  }
  const { arc, fault } = seen.value;
  if (arc === 'on') return undefined;
  return { kind: 'WeldFailure', message: fault === undefined ? faultWords.arcLost : faultWords[fault] };
}

/** Messages for what ends an arc. */
export const faultWords = {
  arcLost: 'The arc was lost. Check the wire, the gas and the ground cable',
  notHeld:
    'The robot controller ended the arc: the arm was paused, a safeguard was opened, or the arc was not renewed in time',
  wireStuck: 'The wire is stuck to the workpiece. Cut it before the arm moves',
  touchSensed: 'The torch touches the workpiece. Move it away',
  machineFault: 'The weld machine reports a fault. Its display shows the cause',
  notReady: 'The power source is not ready. Switch it on and wait until it is ready',
} as const;
