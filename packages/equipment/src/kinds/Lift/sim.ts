import type { Clock } from '@cellwright/domain/basics';
import type { SimulatedLiftCommand } from '../../capabilities/lift.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import { type LiftConfig, liftContract } from './contract.ts';
import { commands, registers, scale, statusBits } from './driver.ts';

/** Speed at 100 %, m/s. */
const largestSpeed = 0.1;
const millimetersPerMeter = 1000;

interface Motion {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number;
  readonly durationMS: number;
}

export const liftSim: SimDefinition<typeof liftContract> = {
  contract: liftContract,
  create: (config, { clock }) => new LiftSim(config, clock),
};

class LiftSim extends RegisterSim<'lift'> {
  readonly simulated;
  readonly #stroke: number;
  readonly #commands: SimulatedLiftCommand[] = [];
  readonly #written = [0, 0, 0];
  #height = 0;
  #sag = 0;
  #faultBits = 0;
  #motion: Motion | undefined;

  constructor({ unitID, stroke }: LiftConfig, clock: Clock) {
    super(unitID, clock);
    this.#stroke = stroke / millimetersPerMeter;
    this.simulated = {
      lift: {
        moveByHand: (heightMeters: number) => this.#standAt(heightMeters),
        sagBy: (meters: number) => {
          this.#sag = meters;
        },
        setStatus: (bits: number) => {
          this.#faultBits = bits;
        },
        commands: this.#commands,
      },
    };
  }

  read(offset: number, count: number): readonly number[] | ModbusException {
    const first = offset - registers.status;
    if (first < 0 || first + count > 2) return 'illegalAddress';
    const height = this.#heightNow();
    const status = (this.#motion ? statusBits.moving : 0) | this.#faultBits;
    return [status, Math.round(height * scale.height)].slice(first, first + count);
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    if (offset + values.length - 1 > registers.command) return 'illegalAddress';
    values.forEach((value, index) => {
      this.#written[offset + index] = value;
    });
    return offset + values.length - 1 === registers.command ? this.#execute() : undefined;
  }

  #execute(): undefined | ModbusException {
    const [target = 0, speed = 0, command = 0] = this.#written;
    const from = this.#heightNow();
    const at = this.clock.now();
    if (command === commands.stop) {
      this.#standAt(from);
      this.record(this.#commands, { kind: 'stop', at });
      return undefined;
    }
    const heightMeters = target / scale.height;
    const speedFraction = speed / scale.speed;
    const isPossible = heightMeters <= this.#stroke && speedFraction > 0 && speedFraction <= 1;
    if (command !== commands.move || !isPossible || this.#motion || this.#faultBits !== 0) return 'illegalValue';
    this.record(this.#commands, { kind: 'move', heightMeters, speedFraction, at });
    const to = heightMeters - this.#sag;
    const seconds = Math.abs(to - from) / (largestSpeed * speedFraction);
    this.#motion = {
      from,
      to,
      startedAt: at,
      durationMS: this.faults.jammed ? Number.POSITIVE_INFINITY : seconds * 1000,
    };
    return undefined;
  }

  #standAt(heightMeters: number): void {
    this.#height = heightMeters;
    this.#motion = undefined;
  }

  /** Returns the current height, and ends a motion whose time is up. */
  #heightNow(): number {
    const motion = this.#motion;
    if (!motion) return this.#height;
    const { from, to, startedAt, durationMS } = motion;
    const elapsed = this.clock.now() - startedAt;
    if (elapsed < durationMS) return from + (to - from) * (elapsed / durationMS);
    this.#standAt(to);
    return to;
  }
}
