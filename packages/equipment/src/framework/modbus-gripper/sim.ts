/** The simulator that all Modbus grippers share; a kind adds the meaning of its registers. */
import type { Clock } from '@cellwright/domain/basics';
import type { SimulatedGripperCommand, SimulatedPart } from '../../capabilities/gripper.ts';
import type { LoopbackServer, ServerBehaviour } from '../../transport/loopback-server.ts';
import type { ModbusException, RegisterBank } from '../../transport/modbus.ts';
import { createModbusTcpServer } from '../../transport/modbus-tcp-server.ts';
import { answerDelayOf, type EquipmentSim, noFaults, type SimFaults, type SimulatedHold } from '../sim.ts';
import { type FingerGeometry, type FingersView, SimulatedFingers } from '../simulated-fingers.ts';

/** A motion as the registers command it, with every value of the protocol. */
export type SimulatedMotion = Omit<Extract<SimulatedGripperCommand, { kind: 'grip' }>, 'kind' | 'at'> & {
  /** Speed of the fingers, m/s of their width. */
  readonly metersPerSecond: number;
};

/** Effect of a write. */
export type SimulatedOrder =
  | { readonly kind: 'motion'; readonly motion: SimulatedMotion }
  /** Moves as commanded and counts as a stop: for a device that is stopped by a command to its current position. */
  | { readonly kind: 'stopAt'; readonly widthMeters: number; readonly metersPerSecond: number }
  | { readonly kind: 'stop' }
  /** Moves nothing. */
  | { readonly kind: 'set' }
  | { readonly kind: 'refused'; readonly exception: ModbusException };

/** Registers of a simulated kind. */
export interface SimulatedRegisters {
  readonly geometry: FingerGeometry;
  /** First and last register of each readable range; writable registers read as they were written. */
  readonly readable: readonly { readonly first: number; readonly last: number }[];
  readonly writable: { readonly first: number; readonly last: number };
  /** Returns the current value of a readable register. */
  look(offset: number, fingers: FingersView): number;
  /**
   * Returns the effect of a write.
   * @param written returns the current value of every writable register, by its offset.
   * @param last the last register of this write.
   */
  order(written: (offset: number) => number, last: number, fingers: FingersView): SimulatedOrder;
  /** Sets a fault in the registers from now on. Absent if they cannot report one. */
  showFault?(): void;
}

/** Maximum number of recorded commands, for tests. */
const maxCommands = 1000;

export interface SimulatedGripperConfig {
  readonly unitID: number;
  readonly simulatedPartWidth: number;
}

/** Opens the server of a simulated gripper. */
export type OpenDoor = (bank: RegisterBank, behaviour: ServerBehaviour) => LoopbackServer;

export class ModbusGripperSim implements EquipmentSim<'gripper'>, RegisterBank {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly part: SimulatedHold;
  readonly registers: RegisterBank = this;
  readonly #fingers: SimulatedFingers;
  readonly #commands: SimulatedGripperCommand[] = [];
  readonly #clock: Clock;
  readonly #server: LoopbackServer;
  readonly #kind: SimulatedRegisters;
  readonly #written = new Map<number, number>();

  /** @param openDoor opens its server; default: Modbus TCP. */
  constructor(
    config: SimulatedGripperConfig,
    registers: SimulatedRegisters,
    clock: Clock,
    openDoor: OpenDoor = (bank, behaviour) => createModbusTcpServer(config.unitID, bank, behaviour, clock),
  ) {
    this.#clock = clock;
    this.#kind = registers;
    this.#fingers = new SimulatedFingers(registers.geometry, clock);
    this.part = {
      drop: () => this.#fingers.placePart(undefined),
      putBack: () => {
        const outerWidthMeters = config.simulatedPartWidth;
        if (outerWidthMeters > 0) this.#fingers.placePart({ outerWidthMeters });
      },
    };
    this.part.putBack();
    const showFault = () => {
      this.#fingers.stop();
      registers.showFault?.();
    };
    this.simulated = {
      gripper: {
        showFault: registers.showFault && showFault,
        placePart: (part: SimulatedPart | undefined) => this.#fingers.placePart(part),
        commands: this.#commands,
      },
    };
    this.#server = openDoor(this, {
      answerMode: () => ({ kind: this.#answerKind(), delayMS: answerDelayOf(this.faults) }),
      swapsBytes: () => this.faults.swappedBytes,
    });
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
    const last = offset + count - 1;
    const isThere = this.#kind.readable.some((stretch) => offset >= stretch.first && last <= stretch.last);
    if (!isThere) return 'illegalAddress';
    const fingers = this.#fingers.look();
    return Array.from({ length: count }, (_, index) => this.#look(offset + index, fingers));
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    const last = offset + values.length - 1;
    const { writable } = this.#kind;
    if (offset < writable.first || last > writable.last) return 'illegalAddress';
    values.forEach((value, index) => void this.#written.set(offset + index, value));
    const order = this.#kind.order((at) => this.#written.get(at) ?? 0, last, this.#fingers.look());
    if (order.kind === 'refused') return order.exception;
    this.#execute(order);
    // The client disconnected before the answer, but the command was already accepted.
    if (order.kind !== 'set' && this.faults.hangUpOnCommand) this.#server.dropConnections();
    return undefined;
  }

  #look(offset: number, fingers: FingersView): number {
    const { first, last } = this.#kind.writable;
    if (offset >= first && offset <= last) return this.#written.get(offset) ?? 0;
    return this.#kind.look(offset, fingers) & 0xffff;
  }

  #execute(order: SimulatedOrder): void {
    const at = this.#clock.now();
    const speedOf = (metersPerSecond: number) => (this.faults.jammed ? 0 : metersPerSecond);
    if (order.kind === 'motion') {
      const { metersPerSecond, ...told } = order.motion;
      const { direction = 'inward' } = told;
      const end = direction === 'inward' ? 0 : Number.POSITIVE_INFINITY;
      this.#fingers.grip(direction, told.widthMeters ?? end, speedOf(metersPerSecond));
      this.#record({ kind: 'grip', ...told, at });
    } else if (order.kind === 'stop') {
      this.#fingers.stop();
      this.#record({ kind: 'stop', at });
    } else if (order.kind === 'stopAt') {
      this.#fingers.grip('inward', order.widthMeters, speedOf(order.metersPerSecond));
      this.#record({ kind: 'stop', at });
    }
  }

  #record(command: SimulatedGripperCommand): void {
    this.#commands.push(command);
    if (this.#commands.length > maxCommands) this.#commands.shift();
  }

  #answerKind() {
    if (this.faults.refusing) return 'refuse';
    return this.faults.silent ? 'silent' : 'answer';
  }
}
