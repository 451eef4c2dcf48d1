import type { Clock } from '@cellwright/domain/basics';
import { ModbusGripperSim, type SimulatedOrder, type SimulatedRegisters } from '../../framework/modbus-gripper/sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { FingersView } from '../../framework/simulated-fingers.ts';
import { type DHGripperConfig, dhGripperContract, widthsOf } from './contract.ts';
import { models } from './contract-models.ts';
import { countsOfStroke, gripStates, initStates, registers } from './driver.ts';

/** Duration of the initialisation; a real one takes up to several seconds. */
const initialisingMS = 500;
/** A target this close to the position of a moving gripper counts as a stop. */
const stopCounts = 20;

export const dhGripperSim: SimDefinition<typeof dhGripperContract> = {
  contract: dhGripperContract,
  create: (config, { clock }) => new ModbusGripperSim(config, new SimulatedDHGripper(config, clock), clock),
};

class SimulatedDHGripper implements SimulatedRegisters {
  readonly geometry;
  readonly readable = [
    { first: registers.initialise, last: registers.speed },
    { first: registers.initState, last: registers.positionNow },
  ];
  readonly writable = { first: registers.initialise, last: registers.speed };
  readonly #clock: Clock;
  /** Speed at 100 %, m/s. */
  readonly #highestSpeed: number;
  readonly #minimum: number;
  readonly #metersPerCount: number;
  #initialisedAt = Number.POSITIVE_INFINITY;

  constructor(config: DHGripperConfig, clock: Clock) {
    const { minimum, maximum } = widthsOf(config);
    const { stroke, strokeSeconds } = models[config.model];
    this.geometry = { minimumWidth: minimum, maximumWidth: maximum, fingertipWidth: config.fingertipWidth };
    this.#clock = clock;
    this.#highestSpeed = stroke / strokeSeconds;
    this.#minimum = minimum;
    this.#metersPerCount = stroke / countsOfStroke;
  }

  look(offset: number, { isMoving, gripDetected, externalWidth }: FingersView): number {
    if (offset === registers.initState) return this.#initState();
    if (offset === registers.positionNow) return this.#countsOf(externalWidth);
    if (isMoving) return gripStates.moving;
    return gripDetected ? gripStates.caught : gripStates.reached;
  }

  order(written: (offset: number) => number, last: number, fingers: FingersView): SimulatedOrder {
    if (last === registers.initialise) {
      if (!initialisations.includes(written(last))) return refused;
      this.#initialisedAt = this.#clock.now() + initialisingMS;
      return { kind: 'set' };
    }
    if (last === registers.force) return within(written(last), 20, 100);
    if (last === registers.speed) return within(written(last), 1, 100);
    const isReady = this.#initState() === initStates.done;
    if (last !== registers.position || written(last) > countsOfStroke || !isReady) return refused;
    return this.#move(written, fingers);
  }

  #move(written: (offset: number) => number, { isMoving, externalWidth }: FingersView): SimulatedOrder {
    const position = written(registers.position);
    const speed = written(registers.speed) / 100;
    const widthMeters = this.#minimum + position * this.#metersPerCount;
    const metersPerSecond = speed * this.#highestSpeed;
    const isStop = isMoving && Math.abs(position - this.#countsOf(externalWidth)) <= stopCounts;
    if (isStop) return { kind: 'stopAt', widthMeters, metersPerSecond };
    const forceFraction = written(registers.force) / 100;
    return { kind: 'motion', motion: { widthMeters, forceFraction, speedFraction: speed, metersPerSecond } };
  }

  #initState(): number {
    if (this.#initialisedAt === Number.POSITIVE_INFINITY) return initStates.not;
    return this.#clock.now() < this.#initialisedAt ? initStates.doing : initStates.done;
  }

  #countsOf(width: number): number {
    return Math.round((width - this.#minimum) / this.#metersPerCount);
  }
}

/** Initialisation from the current position, and again from both ends. */
const initialisations = [1, 0xa5];
const refused = { kind: 'refused', exception: 'illegalValue' } as const;

function within(value: number, minimum: number, maximum: number): SimulatedOrder {
  return value >= minimum && value <= maximum ? { kind: 'set' } : refused;
}
