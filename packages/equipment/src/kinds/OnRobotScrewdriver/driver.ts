import type { DeviceResult } from '../../capabilities/capability.ts';
import {
  findScrewdriverProblems,
  type ScrewdriverAction,
  type ScrewdriverCommand,
  type ScrewdriverOutcome,
  type ScrewResult,
  screwResults,
} from '../../capabilities/screwdriver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { RegisterDevice } from '../../framework/register-device.ts';
import { toSigned, toUnsigned } from '../../framework/signed-words.ts';
import {
  type OnRobotScrewdriverConfig,
  type OnRobotScrewdriverLiveState,
  onRobotScrewdriverContract,
} from './contract.ts';
import { explanations } from './explanations.ts';

/**
 * Registers of the Screwdriver, offsets 0-based. Source: public Modbus clients for it, and the results in OnRobot's
 * user manual. Compare them with the Connectivity Guide of the firmware before a real one is commanded for the first
 * time.
 */
export const registers = {
  /** Write: mm, signed. */
  shankPosition: 0x000,
  /** Write: N. */
  force: 0x001,
  /** Write: µm. */
  screwLength: 0x002,
  /** Write: mNm. */
  torque: 0x003,
  /** Write: one of `commands` or `stopCommand`. */
  command: 0x004,
  /** Read: `statusBits`. */
  status: 0x100,
  /** Read: number of one of `screwResults`, for the last command. */
  result: 0x101,
  /** Read: 10 µm, signed, position of the shank. */
  currentShank: 0x102,
  /** Read: mNm. */
  currentTorque: 0x103,
  /** Read: mNm, torque of the last tightening. */
  achievedTorque: 0x104,
} as const;
export const commands: Readonly<Record<ScrewdriverAction, number>> = {
  TIGHTEN: 0x01,
  LOOSEN: 0x02,
  PICK_UP: 0x04,
  PREMOUNT: 0x08,
  MOVE_SHANK: 0x20,
};
export const stopCommand = 0x10;
export const statusBits = { busy: 1 << 0, shankBusy: 1 << 1, safety: 1 << 2, notCalibrated: 1 << 3 } as const;
export const scale = { micrometers: 1e6, millimeters: 1e3, shankUnits: 1e5, millinewtonMeters: 1e3 } as const;

/** Time after which a device that has not begun has nothing to do or will not begin. */
const startGraceMS = 250;
/** Resolution of the shank's register, to which its target is rounded. */
const shankResolutionMeters = 0.0011;

interface Reading {
  readonly status: number;
  readonly result: ScrewResult | undefined;
  readonly shankMeters: number;
  readonly currentTorque: number;
  readonly achievedTorque: number;
}

export const onRobotScrewdriverDriver: DriverDefinition<typeof onRobotScrewdriverContract> = {
  contract: onRobotScrewdriverContract,
  create: (config, context) => new OnRobotScrewdriverDriver(config, context),
};

class OnRobotScrewdriverDriver
  extends RegisterDevice<OnRobotScrewdriverLiveState, Reading>
  implements EquipmentDriver<OnRobotScrewdriverLiveState, 'screwdriver'>
{
  readonly capabilities = {
    screwdriver: { actuate: (command: ScrewdriverCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: OnRobotScrewdriverConfig;
  #shankTarget: number | undefined;

  constructor(config: OnRobotScrewdriverConfig, context: DriverContext) {
    const { unitID, connectTimeoutMS, timeoutMS } = config;
    super(
      {
        label: 'screwdriver',
        failureKind: 'GripperFailure',
        line: { unitID, connectTimeoutMS, timeoutMS },
        offset: registers.status,
        count: 5,
        decode,
        isBusy,
      },
      context,
    );
    this.#config = config;
  }

  state(): OnRobotScrewdriverLiveState {
    const { reading } = this;
    const presence = this.presence();
    return {
      ...presence,
      error: presence.error ?? (reading && explainStatus(reading)),
      shankPositionMeters: reading && this.#shankOf(reading),
      currentTorqueNewtonMeters: reading?.currentTorque,
      achievedTorqueNewtonMeters: reading?.achievedTorque,
    };
  }

  async stopMotion(): Promise<void> {
    if (!this.isBusy()) return;
    await this.modbus.writeRegisters(registers.command, [stopCommand], { urgent: true });
    void this.readNow();
  }

  async #actuate(command: ScrewdriverCommand, signal: AbortSignal): Promise<DeviceResult<ScrewdriverOutcome>> {
    const description = onRobotScrewdriverContract.capabilities.screwdriver(this.#config);
    const [problem] = findScrewdriverProblems(command, description);
    if (problem) return this.fail('outOfRange', problem.message);
    const { motionTimeoutMS } = this.#config;
    const graceEnd = this.clock.now() + startGraceMS;
    let wasBusy = false;
    return this.order(signal, {
      offset: registers.shankPosition,
      values: encode(command),
      patienceMS: command.waitForEnd ? motionTimeoutMS : undefined,
      onSent: () => {
        this.#shankTarget = command.action === 'MOVE_SHANK' ? command.shankPositionMeters : undefined;
      },
      judge: (reading) => {
        if (!command.waitForEnd) return this.#end(reading);
        wasBusy ||= isBusy(reading);
        const hasEnded = !isBusy(reading) && (wasBusy || this.clock.now() >= graceEnd);
        return hasEnded ? this.#end(reading) : undefined;
      },
      late: () => {
        void this.stopMotion();
        return this.fail('timeout', `The screwdriver was still busy after ${motionTimeoutMS} ms and was stopped`);
      },
    });
  }

  #end(reading: Reading): DeviceResult<ScrewdriverOutcome> {
    const fault = explainStatus(reading);
    if (fault !== undefined) return this.fail('deviceFault', fault);
    const { result = 'unknownCommand', achievedTorque } = reading;
    if (!isBusy(reading) && result !== 'none') return this.fail('targetNotReached', explanations[result]);
    const shankPositionMeters = this.#shankOf(reading);
    return { ok: true, value: { achievedTorqueNewtonMeters: achievedTorque, shankPositionMeters } };
  }

  /** Clients compare the reading exactly with their command, so the rounding of the registers must not show. */
  #shankOf({ shankMeters }: Reading): number {
    const target = this.#shankTarget;
    return target !== undefined && Math.abs(shankMeters - target) <= shankResolutionMeters ? target : shankMeters;
  }
}

function encode(command: ScrewdriverCommand): number[] {
  return [
    toUnsigned(Math.round(command.shankPositionMeters * scale.millimeters)),
    Math.round(command.forceNewtons),
    Math.round(command.screwLengthMeters * scale.micrometers),
    Math.round(command.torqueNewtonMeters * scale.millinewtonMeters),
    commands[command.action],
  ];
}

function decode([
  status = 0,
  result = 0,
  shank = 0,
  currentTorque = 0,
  achievedTorque = 0,
]: readonly number[]): Reading {
  return {
    status,
    result: screwResults[result],
    shankMeters: toSigned(shank) / scale.shankUnits,
    currentTorque: currentTorque / scale.millinewtonMeters,
    achievedTorque: achievedTorque / scale.millinewtonMeters,
  };
}

function isBusy({ status }: Reading): boolean {
  return (status & (statusBits.busy | statusBits.shankBusy)) !== 0;
}

function explainStatus({ status }: Reading): string | undefined {
  if ((status & statusBits.safety) !== 0)
    return 'The safety stop of the shank has tripped. Remove the obstacle, and switch the screwdriver off and on';
  return (status & statusBits.notCalibrated) === 0
    ? undefined
    : 'The screwdriver is not calibrated; calibrate it first';
}
