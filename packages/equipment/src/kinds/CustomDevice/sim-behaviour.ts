import type { Clock } from '@cellwright/domain/basics';
import type { IOLevel } from '@cellwright/domain/robot';
import {
  findNamed,
  type SensorValue,
  type SimulatedActionOutput,
  type SimulatedActions,
} from '../../capabilities/actions.ts';
import { isWired } from '../../framework/place-fields.ts';
import type { SimFaults } from '../../framework/sim.ts';
import type { CustomDeviceConfig } from './contract.ts';
import type { ActionOutput, CustomAction, CustomSensor } from './contract-fields.ts';

/** Time until the sensor of an action reports its end. */
const actionMS = 200;
const maxCommands = 1000;

/** The device behind any interface: its sensor changes after the outputs of an action, unless the device is jammed. */
export class SimulatedBehaviour implements SimulatedActions {
  readonly commands: SimulatedActionOutput[] = [];
  readonly #config: CustomDeviceConfig;
  readonly #clock: Clock;
  readonly #faults: SimFaults;
  readonly #drive: (sensor: CustomSensor, level: IOLevel) => void;
  readonly #values = new Map<string, number>();

  constructor(
    config: CustomDeviceConfig,
    clock: Clock,
    faults: SimFaults,
    drive: (sensor: CustomSensor, level: IOLevel) => void,
  ) {
    this.#config = config;
    this.#clock = clock;
    this.#faults = faults;
    this.#drive = drive;
  }

  setSensor(id: string, value: SensorValue): void {
    const sensor = this.#config.sensors.find((each) => each.id === id);
    if (!sensor) throw new Error(`no sensor ${id}`);
    if (typeof value !== 'number') this.#drive(sensor, value);
  }

  /** Called when an output was set to a value; a level is 1 or 0. */
  told(place: string, value: number): void {
    this.commands.push({ place, value, at: this.#clock.now() });
    if (this.commands.length > maxCommands) this.commands.shift();
    this.#values.set(place, value);
    for (const action of this.#config.actions) if (this.#isToldNow(action, place)) this.#begin(action);
  }

  #isToldNow({ actionOutputs }: CustomAction, place: string): boolean {
    const isAt = (output: ActionOutput) =>
      this.#values.get(placeOf(this.#config, output)) === wantedOf(this.#config, output);
    return actionOutputs.some((output) => placeOf(this.#config, output) === place) && actionOutputs.every(isAt);
  }

  #begin({ waitForSensor, waitForValue }: CustomAction): void {
    const sensor = findNamed(this.#config.sensors, waitForSensor);
    if (!sensor || this.#faults.jammed) return;
    this.#clock.schedule(actionMS, () => this.#drive(sensor, waitForValue));
  }
}

export function placeOf(
  { deviceInterface }: CustomDeviceConfig,
  output: Pick<ActionOutput, 'ioPort' | 'type' | 'offset' | 'macroVariable'>,
): string {
  if (isWired(deviceInterface)) return output.ioPort;
  return deviceInterface === 'modbusTCP' ? `${output.type} ${output.offset}` : `macro ${output.macroVariable}`;
}

function wantedOf({ deviceInterface }: CustomDeviceConfig, { level, value }: ActionOutput): number {
  return isWired(deviceInterface) ? Number(level === 'high') : value;
}

/** Returns the value at an address for a level of its sensor. */
export function valueFor({ highWhen, highValue }: CustomSensor, level: IOLevel): number {
  if (level === 'high') return highWhen === 'equals' ? highValue : 1;
  return highWhen === 'equals' && highValue === 0 ? 1 : 0;
}
