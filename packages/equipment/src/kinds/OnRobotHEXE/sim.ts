import type { Clock } from '@cellwright/domain/basics';
import type { SensorValue, SimulatedActionOutput } from '../../capabilities/actions.ts';
import { forceSensors, type Wrench } from '../../capabilities/force-sensor.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import type { SimulatedBox } from '../../transport/ports.ts';
import { type OnRobotHEXEConfig, onRobotHEXEContract } from './contract.ts';
import { registers, scale } from './driver.ts';

const axisCount = 6;
const firstTorque = 3;
/** Time that its filter takes to reach zero, ms. */
const zeroingMS = 60;
const largest = 0x7fff;

export const onRobotHEXESim: SimDefinition<typeof onRobotHEXEContract> = {
  contract: onRobotHEXEContract,
  create: (config, { clock, boxes = [] }) => new OnRobotHEXESim(config, clock, boxes),
};

/** Measures the load on the tools of the simulated arms and the loads that tests apply. */
class OnRobotHEXESim extends RegisterSim<'forceSensor' | 'actions'> {
  readonly simulated;
  readonly #boxes: readonly SimulatedBox[];
  readonly #commands: SimulatedActionOutput[] = [];
  #pressed: readonly number[] = zeros;
  #zero: readonly number[] = zeros;
  #zeroingSince: number | undefined;

  constructor({ unitID }: OnRobotHEXEConfig, clock: Clock, boxes: readonly SimulatedBox[]) {
    super(unitID, clock);
    this.#boxes = boxes;
    this.simulated = {
      forceSensor: {
        press: ({ force, torque }: Wrench) => {
          this.#pressed = [...force, ...torque];
        },
      },
      actions: {
        setSensor: (id: string, value: SensorValue) => this.#setSensor(id, value),
        commands: this.#commands,
      },
    };
  }

  read(offset: number, count: number): readonly number[] | ModbusException {
    const first = offset - registers.force;
    if (first < 0 || first + count > axisCount) return 'illegalAddress';
    this.#finishZeroing();
    const felt = this.#feel();
    return felt.map((value, axis) => encode(value - (this.#zero[axis] ?? 0), axis)).slice(first, first + count);
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    const [value = 0] = values;
    if (offset !== registers.zero || values.length !== 1) return 'illegalAddress';
    if (value > 1) return 'illegalValue';
    this.record(this.#commands, { place: `holdingRegister ${offset}`, value, at: this.clock.now() });
    this.#zeroingSince = value === 1 ? this.clock.now() : undefined;
    if (value === 0) this.#zero = zeros;
    return undefined;
  }

  /** The load at the end of the filter time becomes zero; a jammed sensor keeps its old zero. */
  #finishZeroing(): void {
    const since = this.#zeroingSince;
    if (since === undefined || this.faults.jammed || this.clock.now() - since < zeroingMS) return;
    this.#zeroingSince = undefined;
    this.#zero = this.#feel();
  }

  #feel(): readonly number[] {
    const wrenches = this.#boxes.map((box) => box.flangeWrench());
    return this.#pressed.map((own, axis) => wrenches.reduce((sum, wrench) => sum + (wrench[axis] ?? 0), own));
  }

  #setSensor(id: string, value: SensorValue): void {
    const axis = forceSensors.findIndex((sensor) => sensor.id === id) - 1;
    if (axis < 0 || typeof value !== 'number') return;
    this.#pressed = this.#pressed.map((own, each) => (each === axis ? value : own));
  }
}

const zeros: readonly number[] = new Array<number>(axisCount).fill(0);

/** Encodes a reading; above the range of the register, its maximum. */
function encode(value: number, axis: number): number {
  const steps = Math.round(value * (axis < firstTorque ? scale.force : scale.torque));
  return Math.min(largest, Math.max(-largest, steps)) & 0xffff;
}
