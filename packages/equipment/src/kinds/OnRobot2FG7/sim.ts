import type { Clock } from '@cellwright/domain';
import type { SimulatedGripperCommand, SimulatedPart } from '../../capabilities/gripper.ts';
import { type EquipmentSim, noFaults, type SimDefinition, type SimFaults } from '../../framework/sim.ts';
import {
  createModbusTcpServer,
  type ModbusException,
  type ModbusTcpServer,
  type RegisterBank,
} from '../../transport/modbus-tcp-server.ts';
import { type OnRobot2FG7Config, onRobot2FG7Contract } from './contract.ts';
import { commands, registers, registerUnitsPerMeter, statusBits } from './driver.ts';

/** m/s at 100 %, of OnRobot's data sheet of the 2FG7. */
const highestSpeed = 0.45;
/** Beyond these there is nothing to read or write. */
const writable = { first: registers.targetWidth, last: registers.command };
const readable = { first: registers.status, last: registers.internalWidth };
/** Commands kept for tests to look at. */
const maxCommands = 1000;

export const onRobot2FG7Sim: SimDefinition<typeof onRobot2FG7Contract> = {
  contract: onRobot2FG7Contract,
  create: (config, { clock }) => new OnRobot2FG7Sim(config, clock),
};

class OnRobot2FG7Sim implements EquipmentSim<'gripper'>, RegisterBank {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly #fingers: SimulatedFingers;
  readonly #commands: SimulatedGripperCommand[] = [];
  readonly #clock: Clock;
  readonly #server: ModbusTcpServer;
  readonly #written = [0, 0, 0, 0];

  constructor(config: OnRobot2FG7Config, clock: Clock) {
    this.#clock = clock;
    this.#fingers = new SimulatedFingers(config, clock);
    if (config.simulatedPartWidth > 0) this.#fingers.placePart({ outerWidthMeters: config.simulatedPartWidth });
    this.simulated = {
      gripper: {
        placePart: (part: SimulatedPart | undefined) => this.#fingers.placePart(part),
        commands: this.#commands,
      },
    };
    this.#server = createModbusTcpServer(
      config.unitID,
      this,
      { answerMode: (isWrite) => ({ kind: this.#answerKind(isWrite), delayMS: this.faults.answerDelayMS }) },
      clock,
    );
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  read(offset: number, count: number): readonly number[] | ModbusException {
    if (offset < readable.first || offset + count - 1 > readable.last) return 'illegalAddress';
    const { isMoving, gripDetected, externalWidth, internalWidth } = this.#fingers.look();
    const status = (isMoving ? statusBits.busy : 0) | (gripDetected ? statusBits.gripDetected : 0);
    const all = [status, toRegister(externalWidth), toRegister(internalWidth)];
    return all.slice(offset - readable.first, offset - readable.first + count);
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    if (offset < writable.first || offset + values.length - 1 > writable.last) return 'illegalAddress';
    values.forEach((value, index) => {
      this.#written[offset + index] = value;
    });
    const isCommand = offset + values.length - 1 === registers.command;
    return isCommand ? this.#execute() : undefined;
  }

  #execute(): undefined | ModbusException {
    const [width = 0, , speed = 0, command] = this.#written;
    const at = this.#clock.now();
    if (command === commands.stop) {
      this.#fingers.stop();
      this.#record({ kind: 'stop', at });
      return undefined;
    }
    if (command !== commands.gripExternal && command !== commands.gripInternal) return 'illegalValue';
    if (speed < 1 || speed > 100) return 'illegalValue';
    const direction = command === commands.gripExternal ? 'inward' : 'outward';
    const widthMeters = width / registerUnitsPerMeter;
    this.#fingers.grip(direction, widthMeters, this.faults.jammed ? 0 : (speed / 100) * highestSpeed);
    this.#record({ kind: 'grip', direction, widthMeters, at });
    return undefined;
  }

  #record(command: SimulatedGripperCommand): void {
    this.#commands.push(command);
    if (this.#commands.length > maxCommands) this.#commands.shift();
  }

  #answerKind(isWrite: boolean) {
    if (this.faults.refusing) return 'refuse';
    if (this.faults.hangUpOnCommand && isWrite) return 'hangUp';
    return this.faults.silent ? 'silent' : 'answer';
  }
}

interface FingerMotion {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number;
  /** m/s. */
  readonly speed: number;
  /** Whether a part, rather than the target, ends it. */
  readonly endsInGrip: boolean;
}

/** Two fingers moving at constant speed; widths are between the fingertips, metres. Where they are follows from the clock alone. */
class SimulatedFingers {
  readonly #config: OnRobot2FG7Config;
  readonly #clock: Clock;
  #part: SimulatedPart | undefined;
  #motion: FingerMotion;

  constructor(config: OnRobot2FG7Config, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
    this.#motion = standAt(config.maximumWidth, clock.now());
  }

  placePart(part: SimulatedPart | undefined): void {
    this.#part = part;
    this.#motion = standAt(this.#widthNow(), this.#clock.now());
  }

  grip(direction: 'inward' | 'outward', width: number, speed: number): void {
    const { minimumWidth, maximumWidth, fingertipWidth } = this.#config;
    const from = this.#widthNow();
    const wanted = direction === 'inward' ? width : width - fingertipWidth;
    const target = Math.min(Math.max(wanted, minimumWidth), maximumWidth);
    const contact = this.#findContact(from, target);
    const to = contact ?? target;
    this.#motion = { from, to, startedAt: this.#clock.now(), speed, endsInGrip: contact !== undefined };
  }

  stop(): void {
    const { gripDetected, isMoving } = this.look();
    if (isMoving || !gripDetected) this.#motion = standAt(this.#widthNow(), this.#clock.now());
  }

  look() {
    const { to, endsInGrip } = this.#motion;
    const width = this.#widthNow();
    const isMoving = width !== to;
    return {
      isMoving,
      gripDetected: !isMoving && endsInGrip,
      externalWidth: width,
      internalWidth: width + this.#config.fingertipWidth,
    };
  }

  #widthNow(): number {
    const { from, to, startedAt, speed } = this.#motion;
    const travelled = (speed * (this.#clock.now() - startedAt)) / 1000;
    return travelled >= Math.abs(to - from) ? to : from + Math.sign(to - from) * travelled;
  }

  /** The width at which moving fingers meet the part, if they do. */
  #findContact(from: number, target: number): number | undefined {
    if (!this.#part) return undefined;
    const { outerWidthMeters, innerWidthMeters } = this.#part;
    if (target < from) return outerWidthMeters <= from && outerWidthMeters >= target ? outerWidthMeters : undefined;
    if (innerWidthMeters === undefined) return undefined;
    const inside = innerWidthMeters - this.#config.fingertipWidth;
    return inside >= from && inside <= target ? inside : undefined;
  }
}

function standAt(width: number, now: number): FingerMotion {
  return { from: width, to: width, startedAt: now, speed: 0, endsInGrip: false };
}

function toRegister(meters: number): number {
  return Math.round(meters * registerUnitsPerMeter);
}
