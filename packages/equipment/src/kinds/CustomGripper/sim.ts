import type { Clock, IOLevels } from '@cellwright/domain';
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
import { oppositeOf, type Place } from './plan.ts';

/** They move in less time than they may take. */
const shareOfMotionTime = 0.8;

export const customGripperSim: SimDefinition<typeof customGripperContract> = {
  contract: customGripperContract,
  create: (config, context) => new CustomGripperSim(config, context),
};

/** The gripper itself, once at every simulated control box: fingers that follow outputs and answer on inputs. */
class CustomGripperSim implements EquipmentSim<'gripper'> {
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

  /** A wired device listens on no port; the record keeps its own all the same. */
  async start(port: number): Promise<number> {
    for (const fingers of this.#fingers) fingers.attach();
    return port;
  }

  async close(): Promise<void> {
    for (const fingers of this.#fingers) fingers.detach();
  }

  /** There is no connection but the wires. */
  dropConnections(): void {}
}

interface FingerParts {
  readonly config: CustomGripperConfig;
  readonly clock: Clock;
  readonly faults: SimFaults;
  readonly commands: SimulatedGripperCommand[];
}

class WiredFingers {
  hasPart: boolean;
  readonly #box: SimulatedBox;
  readonly #parts: FingerParts;
  #place: Place | 'moving' | 'held' = 'moving';
  #target: Place | undefined;
  #cancelMotion: () => void = () => undefined;
  #endListening: () => void = () => undefined;

  constructor(box: SimulatedBox, parts: FingerParts) {
    this.#box = box;
    this.#parts = parts;
    this.hasPart = parts.config.simulatedPart;
  }

  attach(): void {
    this.#endListening = this.#box.onChange(() => this.#follow());
    this.#follow();
  }

  /** The part falls: fingers that held it close behind it. */
  lose(): void {
    this.hasPart = false;
    if (this.#place === 'held') this.#arrive();
  }

  detach(): void {
    this.#endListening();
    this.#cancelMotion();
    for (const name of sensorsOf(this.#parts.config)) this.#box.force(name, 'released');
    this.#target = undefined;
  }

  #follow(): void {
    const levels = this.#box.levels();
    if (!levels) return;
    const { config } = this.#parts;
    const wanted = wantedPlace(levels, config);
    if (this.#target === undefined) this.#wakeUp(levels, wanted);
    else if (wanted !== undefined && wanted !== this.#target) this.#move(wanted);
  }

  /** The fingers are where they were left: as the sensors of the box have it, else where the outputs hold them. */
  #wakeUp(levels: IOLevels, wanted: Place | undefined): void {
    const { closedSensor, partSensor, sensorLevel } = this.#parts.config;
    const wasClosed = [closedSensor, partSensor].some((name) => levels[name] === sensorLevel);
    this.#target = wanted ?? (wasClosed ? 'closed' : 'open');
    this.#arrive();
  }

  #move(place: Place): void {
    const { config, clock, faults, commands } = this.#parts;
    const widthMeters = place === 'open' ? config.openWidth : config.closedWidth;
    commands.push({ kind: 'grip', direction: place === 'open' ? 'outward' : 'inward', widthMeters, at: clock.now() });
    this.#cancelMotion();
    this.#target = place;
    if (faults.jammed) return;
    this.#place = 'moving';
    this.#show();
    this.#cancelMotion = clock.schedule(config.motionTimeMS * shareOfMotionTime, () => this.#arrive());
  }

  #arrive(): void {
    const target = this.#target ?? 'open';
    this.#place = this.hasPart && target === 'closed' ? 'held' : target;
    this.#show();
  }

  #show(): void {
    const { openSensor, closedSensor, partSensor } = this.#parts.config;
    this.#drive(openSensor, this.#place === 'open');
    this.#drive(closedSensor, this.#place === 'closed');
    this.#drive(partSensor, this.#place === 'held');
  }

  #drive(name: string, isOn: boolean): void {
    if (name === notWired) return;
    const { sensorLevel } = this.#parts.config;
    this.#box.force(name, isOn ? sensorLevel : oppositeOf(sensorLevel));
  }
}

/** With one output a spring moves the fingers back; with two they stay while neither, or both, are on. */
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
