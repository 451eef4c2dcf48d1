import type { RegisterTable } from '@cellwright/domain/equipment';
import type { SimulatedGripper, SimulatedGripperCommand } from '../../capabilities/gripper.ts';
import { encodeRegisters, namedOrders, wordsOf } from '../../framework/register-format.ts';
import type { SimContext, SimulatedHold } from '../../framework/sim.ts';
import { TableSim } from '../../framework/table-sim.ts';
import type { CustomGripperConfig } from './contract.ts';
import { formatOf, type ModbusSensor, wordsToWrite } from './contract-modbus.ts';
import { type FingerPlace, TwoPlaceFingers } from './fingers.ts';
import type { Place } from './plan.ts';

const sensorOf: Readonly<Record<FingerPlace, ModbusSensor['tells'] | undefined>> = {
  open: 'open',
  closed: 'closed',
  held: 'part',
  moving: undefined,
};

/**
 * A gripper with only the registers of its configuration. It moves to a position when all values of that position are
 * written.
 */
export class ModbusFingers extends TableSim<'gripper'> {
  readonly simulated: { readonly gripper: SimulatedGripper };
  readonly part: SimulatedHold;
  readonly #config: CustomGripperConfig;
  readonly #fingers: TwoPlaceFingers;

  constructor(config: CustomGripperConfig, { clock }: SimContext) {
    super(config.unitID, clock);
    this.#config = config;
    const commands: SimulatedGripperCommand[] = [];
    const parts = { config, clock, faults: this.faults, commands };
    this.#fingers = new TwoPlaceFingers(parts, (place) => this.#show(place));
    this.part = {
      drop: () => this.#fingers.lose(),
      putBack: () => {
        this.#fingers.hasPart = config.simulatedPart;
      },
    };
    this.simulated = {
      gripper: {
        commands,
        placePart: (part) => {
          this.#fingers.hasPart = part !== undefined;
        },
      },
    };
    for (const output of config.modbusOutputs) {
      this.put(output.type, output.offset, new Array<number>(wordsToWrite(output)?.length ?? 1).fill(0));
    }
    this.#fingers.standAt('open');
  }

  protected written(_table: RegisterTable, _offset: number, _words: readonly number[]): void {
    const closes = this.#isTold('closing');
    const opens = this.#isTold('opening');
    if (closes === opens) return;
    const place: Place = closes ? 'closed' : 'open';
    if (place !== this.#fingers.target) this.#fingers.move(place);
  }

  #isTold(when: 'closing' | 'opening'): boolean {
    return this.#config.modbusOutputs
      .filter((output) => output.when === when)
      .every((output) => {
        const wanted = wordsToWrite(output) ?? [];
        const held = this.wordsAt(output.type, output.offset, wanted.length);
        return held.every((word, index) => word === wanted[index]);
      });
  }

  /** Sensors may share an address, each with a value of its own: the one that is on counts. */
  #show(place: FingerPlace): void {
    const { modbusSensors } = this.#config;
    const isOn = ({ tells }: ModbusSensor) => tells === sensorOf[place];
    for (const sensor of [...modbusSensors.filter((each) => !isOn(each)), ...modbusSensors.filter(isOn)]) {
      this.#drive(sensor, isOn(sensor));
    }
  }

  #drive(sensor: ModbusSensor, isOn: boolean): void {
    const on = sensor.onWhen === 'equals' ? sensor.onValue : 1;
    const value = isOn ? on : Number(on === 0);
    const format = formatOf(sensor);
    const order = namedOrders[format === 'boolean' ? 'ABCD' : sensor.order];
    const words = encodeRegisters(value, format, order) ?? new Array<number>(wordsOf(format)).fill(0);
    this.put(sensor.type, sensor.offset, words);
  }
}
