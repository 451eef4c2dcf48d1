import type { IOLevels } from '@cellwright/domain/robot';
import type { SimulatedGripper, SimulatedGripperCommand } from '../../capabilities/gripper.ts';
import {
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
  type SimulatedHold,
} from '../../framework/sim.ts';
import type { SimulatedBox } from '../../transport/ports.ts';
import { type CustomGripperConfig, customGripperContract, notWired } from './contract.ts';
import { type FingerParts, type FingerPlace, TwoPlaceFingers } from './fingers.ts';
import { ModbusFingers } from './modbus-sim.ts';
import type { Place } from './plan.ts';
import { oppositeOf } from './wired-line.ts';

export const customGripperSim: SimDefinition<typeof customGripperContract> = {
  contract: customGripperContract,
  create: (config, context) =>
    config.interface === 'modbus' ? new ModbusFingers(config, context) : new WiredGripper(config, context),
};

/** A gripper at every simulated control box, with fingers that follow outputs and set inputs. */
class WiredGripper implements EquipmentSim<'gripper'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: { readonly gripper: SimulatedGripper };
  readonly part: SimulatedHold;
  readonly #fingers: readonly WiredFingers[];

  constructor(config: CustomGripperConfig, { clock, boxes = [] }: SimContext) {
    const commands: SimulatedGripperCommand[] = [];
    const parts: FingerParts = { config, clock, faults: this.faults, commands };
    this.#fingers = boxes.map((box) => new WiredFingers(box, parts));
    this.part = {
      drop: () => {
        for (const fingers of this.#fingers) fingers.lose();
      },
      putBack: () => {
        for (const fingers of this.#fingers) fingers.hasPart = config.simulatedPart;
      },
    };
    this.simulated = {
      gripper: {
        commands,
        placePart: (part) => {
          for (const fingers of this.#fingers) fingers.hasPart = part !== undefined;
        },
      },
    };
  }

  /** A wired device listens on no port; the record still has one. */
  async start(port: number): Promise<number> {
    for (const fingers of this.#fingers) fingers.attach();
    return port;
  }

  async close(): Promise<void> {
    for (const fingers of this.#fingers) fingers.detach();
  }

  /** There is no connection besides the wires. */
  dropConnections(): void {}
}

class WiredFingers {
  readonly #box: SimulatedBox;
  readonly #parts: FingerParts;
  readonly #fingers: TwoPlaceFingers;
  #endListening: () => void = () => undefined;

  constructor(box: SimulatedBox, parts: FingerParts) {
    this.#box = box;
    this.#parts = parts;
    this.#fingers = new TwoPlaceFingers(parts, (place) => this.#show(place));
  }

  set hasPart(hasPart: boolean) {
    this.#fingers.hasPart = hasPart;
  }

  attach(): void {
    this.#endListening = this.#box.onChange(() => this.#follow());
    this.#follow();
  }

  lose(): void {
    this.#fingers.lose();
  }

  detach(): void {
    this.#endListening();
    this.#fingers.letGo();
    for (const name of sensorsOf(this.#parts.config)) this.#box.force(name, 'released');
  }

  #follow(): void {
    const levels = this.#box.levels();
    if (!levels) return;
    const { target } = this.#fingers;
    const wanted = wantedPlace(levels, this.#parts.config);
    if (target === undefined) this.#wakeUp(levels, wanted);
    else if (wanted !== undefined && wanted !== target) this.#fingers.move(wanted);
  }

  /** The fingers are where they were left: according to the sensors of the box, else the outputs. */
  #wakeUp(levels: IOLevels, wanted: Place | undefined): void {
    const { closedSensor, partSensor, sensorLevel } = this.#parts.config;
    const wasClosed = [closedSensor, partSensor].some((name) => levels[name] === sensorLevel);
    this.#fingers.standAt(wanted ?? (wasClosed ? 'closed' : 'open'));
  }

  #show(place: FingerPlace): void {
    const { openSensor, closedSensor, partSensor } = this.#parts.config;
    this.#drive(openSensor, place === 'open');
    this.#drive(closedSensor, place === 'closed');
    this.#drive(partSensor, place === 'held');
  }

  #drive(name: string, isOn: boolean): void {
    if (name === notWired) return;
    const { sensorLevel } = this.#parts.config;
    this.#box.force(name, isOn ? sensorLevel : oppositeOf(sensorLevel));
  }
}

/** With one output a spring moves the fingers back; with two they stay while neither or both are on. */
function wantedPlace(
  levels: IOLevels,
  { openOutput, closeOutput, outputLevel }: CustomGripperConfig,
): Place | undefined {
  const opens = openOutput !== notWired && levels[openOutput] === outputLevel;
  const closes = closeOutput !== notWired && levels[closeOutput] === outputLevel;
  if (openOutput === notWired) return closes ? 'closed' : 'open';
  if (closeOutput === notWired) return opens ? 'open' : 'closed';
  if (opens === closes) return undefined;
  return opens ? 'open' : 'closed';
}

function sensorsOf({ openSensor, closedSensor, partSensor }: CustomGripperConfig): string[] {
  return [openSensor, closedSensor, partSensor].filter((name) => name !== notWired);
}
