import type { Clock } from '@cellwright/domain/basics';
import {
  type ScrewdriverAction,
  type ScrewResult,
  type SimulatedScrewdriverCommand,
  screwdriverActions,
  screwResults,
} from '../../capabilities/screwdriver.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import { toSigned, toUnsigned } from '../../framework/signed-words.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import { type OnRobotScrewdriverConfig, onRobotScrewdriverContract } from './contract.ts';
import { commands, registers, scale, statusBits, stopCommand } from './driver.ts';

/** Speed of a screw in or out, and of the shank along its axis, m/s. */
const screwSpeed = 0.01;
const shankSpeed = 0.05;
/** Fraction of its length that a premounted screw is in. */
const premountShare = 0.3;
const written = { first: registers.shankPosition, last: registers.command };
const readable = { first: registers.status, last: registers.achievedTorque };

interface Motion {
  readonly action: ScrewdriverAction;
  readonly from: number;
  readonly to: number;
  readonly torque: number;
  readonly startedAt: number;
  readonly durationMS: number;
  readonly result: ScrewResult;
}

export const onRobotScrewdriverSim: SimDefinition<typeof onRobotScrewdriverContract> = {
  contract: onRobotScrewdriverContract,
  create: (config, { clock }) => new OnRobotScrewdriverSim(config, clock),
};

class OnRobotScrewdriverSim extends RegisterSim<'screwdriver'> {
  readonly simulated;
  readonly #commands: SimulatedScrewdriverCommand[] = [];
  readonly #written = [0, 0, 0, 0, 0];
  #nextResult: ScrewResult = 'none';
  #result: ScrewResult = 'none';
  #faultBits = 0;
  #shank = 0;
  #achievedTorque = 0;
  #motion: Motion | undefined;

  constructor({ unitID }: OnRobotScrewdriverConfig, clock: Clock) {
    super(unitID, clock);
    this.simulated = {
      screwdriver: {
        endWith: (result: ScrewResult) => {
          this.#nextResult = result;
        },
        setStatus: (bits: number) => {
          this.#faultBits = bits;
        },
        commands: this.#commands,
      },
    };
  }

  read(offset: number, count: number): readonly number[] | ModbusException {
    if (offset < readable.first || offset + count - 1 > readable.last) return 'illegalAddress';
    const motion = this.#settle();
    const isShankMoving = motion?.action === 'MOVE_SHANK';
    const status = motion ? (isShankMoving ? statusBits.shankBusy : statusBits.busy) : 0;
    const all = [
      status | this.#faultBits,
      screwResults.indexOf(this.#result),
      toUnsigned(Math.round(this.#shankNow() * scale.shankUnits)),
      motion && !isShankMoving ? Math.round((motion.torque * scale.millinewtonMeters) / 2) : 0,
      Math.round(this.#achievedTorque * scale.millinewtonMeters),
    ];
    return all.slice(offset - readable.first, offset - readable.first + count);
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    if (offset < written.first || offset + values.length - 1 > written.last) return 'illegalAddress';
    values.forEach((value, index) => {
      this.#written[offset + index] = value;
    });
    return offset + values.length - 1 === registers.command ? this.#execute() : undefined;
  }

  #execute(): undefined | ModbusException {
    const [shank = 0, force = 0, length = 0, torque = 0, code = 0] = this.#written;
    const at = this.clock.now();
    this.#settle();
    if (code === stopCommand) {
      this.#shank = this.#shankNow();
      this.#motion = undefined;
      this.record(this.#commands, { kind: 'stop', at });
      return undefined;
    }
    const action = actionOf(code);
    if (action === undefined || this.#motion) return 'illegalValue';
    const screwLengthMeters = length / scale.micrometers;
    const torqueNewtonMeters = torque / scale.millinewtonMeters;
    const shankPositionMeters = toSigned(shank) / scale.millimeters;
    const order = { action, forceNewtons: force, screwLengthMeters, torqueNewtonMeters, shankPositionMeters };
    this.record(this.#commands, { kind: 'act', ...order, at });
    const isShank = action === 'MOVE_SHANK';
    const travel = isShank ? Math.abs(shankPositionMeters - this.#shank) : screwLengthMeters * shareOf(action);
    const seconds = travel / (isShank ? shankSpeed : screwSpeed);
    this.#motion = {
      action,
      from: this.#shank,
      to: isShank ? shankPositionMeters : this.#shank,
      torque: torqueNewtonMeters,
      startedAt: at,
      durationMS: this.faults.jammed ? Number.POSITIVE_INFINITY : Math.max(seconds * 1000, 1),
      result: this.#nextResult,
    };
    this.#result = 'none';
    return undefined;
  }

  #shankNow(): number {
    const motion = this.#motion;
    if (!motion) return this.#shank;
    const share = Math.min(1, (this.clock.now() - motion.startedAt) / motion.durationMS);
    return motion.from + (motion.to - motion.from) * share;
  }

  /** Ends a motion whose time is up. */
  #settle(): Motion | undefined {
    const motion = this.#motion;
    if (!motion || this.clock.now() - motion.startedAt < motion.durationMS) return motion;
    this.#motion = undefined;
    this.#shank = motion.to;
    this.#result = motion.result;
    const isTightening = motion.action === 'TIGHTEN' || motion.action === 'PREMOUNT';
    if (isTightening && motion.result === 'none') this.#achievedTorque = motion.torque;
    return undefined;
  }
}

function shareOf(action: ScrewdriverAction): number {
  return action === 'PREMOUNT' ? premountShare : 1;
}

function actionOf(code: number): ScrewdriverAction | undefined {
  return screwdriverActions.find((action) => commands[action] === code);
}
