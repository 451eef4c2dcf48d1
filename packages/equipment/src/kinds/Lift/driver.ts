import type { DeviceResult } from '../../capabilities/capability.ts';
import {
  findLiftProblems,
  type LiftCommand,
  type LiftLiveState,
  type LiftOutcome,
  liftToleranceMeters,
} from '../../capabilities/lift.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { RegisterDevice } from '../../framework/register-device.ts';
import { type LiftConfig, liftContract } from './contract.ts';

/** Registers of the gateway of the column, offsets 0-based; those of other gateways are unknown. */
export const registers = {
  /** Write: 0.1 mm above the lowest position. */
  target: 0x000,
  /** Write: ‰ of the maximum speed. */
  speed: 0x001,
  /** Write: one of `commands`; starts the motion that was written before it. */
  command: 0x002,
  /** Read: `statusBits`. */
  status: 0x100,
  /** Read: 0.1 mm above the lowest position. */
  height: 0x101,
} as const;
export const commands = { move: 1, stop: 2 } as const;
export const statusBits = { moving: 1 << 0, fault: 1 << 1, emergencyStop: 1 << 2, notReferenced: 1 << 3 } as const;
export const scale = { height: 1e4, speed: 1e3 } as const;

/** Time after which a lift that has not begun to move is either at its target already or will not move. */
const startGraceMS = 500;
/** Resolution of the height register, m. */
const resolutionMeters = 1e-4;

interface Reading {
  readonly status: number;
  readonly heightMeters: number;
}

export const liftDriver: DriverDefinition<typeof liftContract> = {
  contract: liftContract,
  create: (config, context) => new LiftDriver(config, context),
};

class LiftDriver extends RegisterDevice<LiftLiveState, Reading> implements EquipmentDriver<LiftLiveState, 'lift'> {
  readonly capabilities = {
    lift: { actuate: (command: LiftCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: LiftConfig;
  #target: number | undefined;

  constructor(config: LiftConfig, context: DriverContext) {
    const { unitID, connectTimeoutMS, timeoutMS } = config;
    super(
      {
        label: 'lift',
        failureKind: 'ExecutionFailure',
        line: { unitID, connectTimeoutMS, timeoutMS },
        offset: registers.status,
        count: 2,
        decode: ([status = 0, height = 0]) => ({ status, heightMeters: height / scale.height }),
        isBusy: isMoving,
      },
      context,
    );
    this.#config = config;
  }

  state(): LiftLiveState {
    const { reading } = this;
    const presence = this.presence();
    const error = presence.error ?? (reading && explainStatus(reading));
    const isKnown = reading && (reading.status & statusBits.notReferenced) === 0;
    return { ...presence, error, heightMeters: isKnown ? this.#heightOf(reading) : undefined };
  }

  async stopMotion(): Promise<void> {
    if (!this.isBusy()) return;
    await this.modbus.writeRegisters(registers.command, [commands.stop], { urgent: true });
    void this.readNow();
  }

  async #actuate(command: LiftCommand, signal: AbortSignal): Promise<DeviceResult<LiftOutcome>> {
    const [problem] = findLiftProblems(command, liftContract.capabilities.lift(this.#config));
    if (problem) return this.fail('outOfRange', problem.message);
    const fault = this.reading && explainStatus(this.reading);
    if (fault !== undefined) return this.fail('deviceFault', fault);
    const { heightMeters, speedFraction } = command;
    const { motionTimeoutMS } = this.#config;
    const graceEnd = this.clock.now() + startGraceMS;
    let wasMoving = false;
    return this.order(signal, {
      offset: registers.target,
      values: [Math.round(heightMeters * scale.height), Math.ceil(speedFraction * scale.speed), commands.move],
      patienceMS: motionTimeoutMS,
      onSent: () => {
        this.#target = heightMeters;
      },
      judge: (reading): DeviceResult<LiftOutcome> | undefined => {
        wasMoving ||= isMoving(reading);
        const fault = explainStatus(reading);
        if (fault !== undefined) return this.fail('deviceFault', fault);
        if (isMoving(reading)) return undefined;
        if (isAt(reading, heightMeters)) return { ok: true, value: { heightMeters: this.#heightOf(reading) } };
        return wasMoving || this.clock.now() >= graceEnd ? this.#elsewhere(reading, heightMeters) : undefined;
      },
      late: (reading) => {
        void this.stopMotion();
        const what = `The lift was still moving after ${motionTimeoutMS} ms and was stopped`;
        return this.fail('timeout', `${what}; it is at ${millimeters(reading.heightMeters)} mm`);
      },
    });
  }

  #elsewhere({ heightMeters }: Reading, wanted: number): DeviceResult<never> {
    const where = `The lift stopped at ${millimeters(heightMeters)} mm instead of ${millimeters(wanted)} mm`;
    return this.fail('targetNotReached', `${where}; check for an obstacle`);
  }

  /** Clients compare the reading exactly with their command, so the rounding of the register must not show. */
  #heightOf({ heightMeters }: Reading): number {
    const target = this.#target;
    return target !== undefined && Math.abs(heightMeters - target) <= resolutionMeters ? target : heightMeters;
  }
}

function isMoving({ status }: Reading): boolean {
  return (status & statusBits.moving) !== 0;
}

function isAt({ heightMeters }: Reading, wanted: number): boolean {
  return Math.abs(heightMeters - wanted) <= liftToleranceMeters + 1e-9;
}

function explainStatus({ status }: Reading): string | undefined {
  if ((status & statusBits.emergencyStop) !== 0)
    return 'The emergency stop of the lift is pressed; release it and acknowledge it at the lift';
  if ((status & statusBits.fault) !== 0) return 'The lift reports a fault; look at its drive and acknowledge it there';
  if ((status & statusBits.notReferenced) !== 0)
    return 'The lift has no reference. Move it to its reference position first';
  return undefined;
}

function millimeters(meters: number): number {
  return Math.round(meters * 1e4) / 10;
}
