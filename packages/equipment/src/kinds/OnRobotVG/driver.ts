import type { DeviceResult } from '../../capabilities/capability.ts';
import {
  findVacuumProblems,
  type VacuumChannel,
  type VacuumCommand,
  type VacuumOutcome,
  vacuumChannels,
} from '../../capabilities/vacuum.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { RegisterDevice } from '../../framework/register-device.ts';
import { type OnRobotVGConfig, type OnRobotVGLiveState, onRobotVGContract } from './contract.ts';

/** Registers of the VG10 and VGC10, offsets 0-based. Source: OnRobot's Connectivity Guide. */
export const registers = {
  /** Write: mode × 256 + % of vacuum; channel B is the next register. */
  control: 0x000,
  // Read: ‰ of vacuum of channel A, then of channel B, from the `vacuumRegister` of the configuration.
} as const;
export const modes = { release: 0, grip: 1, idle: 2 } as const;

/** A lower vacuum counts as ambient: a released channel may still show it. */
const releasedBelow = 0.05;

/** ‰ by channel. */
type Reading = readonly [a: number, b: number];
type ByChannel = Partial<Record<VacuumChannel, number>>;

export const onRobotVGDriver: DriverDefinition<typeof onRobotVGContract> = {
  contract: onRobotVGContract,
  create: (config, context) => new OnRobotVGDriver(config, context),
};

class OnRobotVGDriver
  extends RegisterDevice<OnRobotVGLiveState, Reading>
  implements EquipmentDriver<OnRobotVGLiveState, 'vacuum'>
{
  readonly capabilities = {
    vacuum: { actuate: (command: VacuumCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: OnRobotVGConfig;
  #suction: ByChannel = {};
  #tolerance = 0;

  constructor(config: OnRobotVGConfig, context: DriverContext) {
    const { unitID, connectTimeoutMS, timeoutMS, vacuumRegister } = config;
    super(
      {
        label: 'vacuum gripper',
        failureKind: 'GripperFailure',
        line: { unitID, connectTimeoutMS, timeoutMS },
        offset: vacuumRegister,
        count: vacuumChannels.length,
        decode: ([a = 0, b = 0]) => [a, b],
        isBusy: () => false,
      },
      context,
    );
    this.#config = config;
  }

  state(): OnRobotVGLiveState {
    const vacuum = this.reading && measure(this.reading);
    return {
      ...this.presence(),
      vacuum,
      suction: this.#suction,
      gripDetected: vacuum !== undefined && holds(this.#suction, vacuum, this.#tolerance),
    };
  }

  /** Nothing moves in it, and a stop must not drop a part: the channels do not change. */
  async stopMotion(): Promise<void> {}

  async #actuate(command: VacuumCommand, signal: AbortSignal): Promise<DeviceResult<VacuumOutcome>> {
    const { suction, waitForVacuum } = command;
    const [problem] = findVacuumProblems(suction, onRobotVGContract.capabilities.vacuum(this.#config));
    if (problem) return this.fail('outOfRange', problem.message);
    const commanded = vacuumChannels.filter((channel) => suction[channel] !== undefined);
    const [first = 'A'] = commanded;
    const outcomeOf = (reading: Reading): DeviceResult<VacuumOutcome> => {
      const vacuum = measure(reading);
      return { ok: true, value: { vacuum, gripDetected: holds(suction, vacuum, command.tolerance) } };
    };
    return this.order(signal, {
      offset: registers.control + vacuumChannels.indexOf(first),
      values: commanded.map((channel) => encode(suction[channel] ?? 0)),
      patienceMS: waitForVacuum ? this.#config.gripTimeoutMS : undefined,
      onSent: () => {
        this.#suction = { ...this.#suction, ...suction };
        this.#tolerance = command.tolerance;
      },
      judge: (reading) => {
        if (waitForVacuum && !isReached(suction, measure(reading), command.tolerance)) return undefined;
        return outcomeOf(reading);
      },
      late: (reading) => this.fail('targetNotReached', explain(suction, measure(reading), command.tolerance)),
    });
  }
}

function encode(suction: number): number {
  const mode = suction === 0 ? modes.release : modes.grip;
  return (mode << 8) + Math.round(suction * 100);
}

function measure([a, b]: Reading): Record<VacuumChannel, number> {
  return { A: a / 1000, B: b / 1000 };
}

/** True if a channel has reached its commanded vacuum, or is released. */
function isThere(wanted: number, measured: number, tolerance: number): boolean {
  return wanted === 0 ? measured <= releasedBelow : measured >= wanted - tolerance - 1e-9;
}

function isReached(suction: ByChannel, vacuum: Record<VacuumChannel, number>, tolerance: number): boolean {
  return vacuumChannels.every((channel) => {
    const wanted = suction[channel];
    return wanted === undefined || isThere(wanted, vacuum[channel], tolerance);
  });
}

/** True if something is gripped and every gripping channel holds it. */
function holds(suction: ByChannel, vacuum: Record<VacuumChannel, number>, tolerance: number): boolean {
  const gripping = vacuumChannels.filter((channel) => (suction[channel] ?? 0) > 0);
  return gripping.length > 0 && gripping.every((each) => isThere(suction[each] ?? 0, vacuum[each], tolerance));
}

function explain(suction: ByChannel, vacuum: Record<VacuumChannel, number>, tolerance: number): string {
  const wrong = vacuumChannels.find((channel) => {
    const wanted = suction[channel];
    return wanted !== undefined && !isThere(wanted, vacuum[channel], tolerance);
  });
  const wanted = wrong && suction[wrong];
  const measured = percent(wrong ? vacuum[wrong] : 0);
  if (!wanted) return `Channel ${wrong} still holds a vacuum of ${measured}; check whether its cups are blocked`;
  return `Channel ${wrong} reached a vacuum of ${measured} instead of ${percent(wanted)}; check for a part under its cups, and their seal`;
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}
