import type { Clock } from '@cellwright/domain/basics';
import { type SimulatedVacuumCommand, type VacuumChannel, vacuumChannels } from '../../capabilities/vacuum.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import type { SimDefinition, SimulatedHold } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import { type OnRobotVGConfig, onRobotVGContract } from './contract.ts';
import { modes, registers } from './driver.ts';

/** Vacuum per second: OnRobot specifies 0.35 s for a grip at 40 %, and 0.2 s for a release. */
const pumpRate = 0.4 / 0.35;
const releaseRate = 1 / 0.2;
/** Vacuum of cups that draw air. */
const openVacuum = 0.02;
const highestPercent = 80;

export const onRobotVGSim: SimDefinition<typeof onRobotVGContract> = {
  contract: onRobotVGContract,
  create: (config, { clock }) => new OnRobotVGSim(config, clock),
};

class OnRobotVGSim extends RegisterSim<'vacuum'> {
  readonly simulated;
  readonly part: SimulatedHold;
  readonly #vacuumRegister: number;
  readonly #channels: Readonly<Record<VacuumChannel, SimulatedChannel>>;
  readonly #commands: SimulatedVacuumCommand[] = [];

  constructor({ unitID, vacuumRegister, simulatedPart }: OnRobotVGConfig, clock: Clock) {
    super(unitID, clock);
    this.#vacuumRegister = vacuumRegister;
    this.#channels = { A: new SimulatedChannel(clock, simulatedPart), B: new SimulatedChannel(clock, simulatedPart) };
    const cover = (isCovered: boolean) => {
      for (const name of vacuumChannels) this.#channels[name].cover(isCovered);
    };
    this.part = { drop: () => cover(false), putBack: () => cover(simulatedPart) };
    this.simulated = {
      vacuum: {
        placePart: (covered: readonly VacuumChannel[], leak = 0) => {
          for (const name of vacuumChannels) this.#channels[name].cover(covered.includes(name), leak);
        },
        commands: this.#commands,
      },
    };
  }

  read(offset: number, count: number): readonly number[] | ModbusException {
    const first = offset - this.#vacuumRegister;
    if (first < 0 || first + count > vacuumChannels.length) return 'illegalAddress';
    return vacuumChannels.slice(first, first + count).map((name) => Math.round(this.#channels[name].vacuum() * 1000));
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    const first = offset - registers.control;
    if (first < 0 || first + values.length > vacuumChannels.length) return 'illegalAddress';
    const orders = values.map((value) => ({ mode: modeOf(value >> 8), percent: value & 0xff }));
    if (orders.some(({ mode, percent }) => mode === undefined || percent > highestPercent)) return 'illegalValue';
    orders.forEach(({ mode = 'release', percent }, index) => {
      const channel = vacuumChannels[first + index] ?? 'A';
      const suction = percent / 100;
      this.#channels[channel].pump(this.faults.jammed ? 0 : mode === 'grip' ? suction : 0);
      this.record(this.#commands, { channel, mode, suction, at: this.clock.now() });
    });
    return undefined;
  }
}

function modeOf(value: number): keyof typeof modes | undefined {
  return value === modes.grip
    ? 'grip'
    : value === modes.release
      ? 'release'
      : value === modes.idle
        ? 'idle'
        : undefined;
}

/** The vacuum of one channel, which depends only on the clock. */
class SimulatedChannel {
  readonly #clock: Clock;
  #isCovered: boolean;
  #leak = 0;
  #from = 0;
  #since: number;
  #pumped = 0;

  constructor(clock: Clock, isCovered: boolean) {
    this.#clock = clock;
    this.#isCovered = isCovered;
    this.#since = clock.now();
  }

  cover(isCovered: boolean, leak = 0): void {
    this.#settle();
    this.#isCovered = isCovered;
    this.#leak = leak;
  }

  pump(suction: number): void {
    this.#settle();
    this.#pumped = suction;
  }

  vacuum(): number {
    const target = this.#isCovered ? Math.max(0, this.#pumped - this.#leak) : Math.min(this.#pumped, openVacuum);
    const seconds = (this.#clock.now() - this.#since) / 1000;
    if (target > this.#from) return Math.min(target, this.#from + pumpRate * seconds);
    return Math.max(target, this.#from - releaseRate * seconds);
  }

  #settle(): void {
    this.#from = this.vacuum();
    this.#since = this.#clock.now();
  }
}
