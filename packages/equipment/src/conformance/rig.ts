import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { CapabilityName, CommandedCapabilityName, CommandedDevice } from '../capabilities/index.ts';
import type { EquipmentConfig } from '../contracts.ts';
import type { AnyDriver } from '../drivers.ts';
import type { AnySim } from '../sims.ts';

/** A device under test: its driver, their clock, and its simulator if it is simulated. */
export interface DeviceRig {
  readonly config: EquipmentConfig;
  readonly driver: AnyDriver;
  readonly clock: Clock;
  /** Absent for a real device. */
  readonly sim?: AnySim | undefined;
  /** Waits for the promise and advances a virtual clock meanwhile. */
  settle<T>(promise: Promise<T>): Promise<T>;
  waitForState(isWanted: (state: EquipmentLiveState) => boolean): Promise<EquipmentLiveState>;
  pass(ms: number): Promise<void>;
  /** Restarts a closed simulator on its port. */
  restartSim(): Promise<void>;
}

/** A requirement for every device of a capability. */
export interface ConformanceCase<Rig> {
  readonly title: string;
  /**
   * True if it places parts between the fingers, causes faults or inspects the received commands, which a real device
   * does not allow.
   */
  readonly needsSim: boolean;
  /** @throws AssertionError with what the device did instead. */
  run(rig: Rig): Promise<void>;
}
export type DeviceCase = ConformanceCase<DeviceRig>;

/** Creates a case that a real device can run, too. */
export const onAnyDevice = (title: string, run: DeviceCase['run']): DeviceCase => ({ title, needsSim: false, run });
export const inSimulation = (title: string, run: DeviceCase['run']): DeviceCase => ({ title, needsSim: true, run });

export const never = new AbortController().signal;

/** @throws when a kind declares a capability that its driver or its simulator does not have. */
export function demand<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null)
    throw new Error('This kind has the capability but a piece of it is missing');
  return value;
}

/** Returns the interface of the driver for a capability. */
export function deviceOf<Name extends CapabilityName>(
  { driver }: DeviceRig,
  capability: Name,
): NonNullable<AnyDriver['capabilities'][Name]> {
  return demand(driver.capabilities[capability]);
}

/** A layer between the callers of a device and its driver. */
export type Between = <Command, Outcome>(
  device: CommandedDevice<Command, Outcome>,
) => CommandedDevice<Command, Outcome>;

/** Returns the same driver with a layer between it and all its callers. */
export function putBetween(driver: AnyDriver, between: Between): AnyDriver {
  const {
    actions,
    door,
    files,
    gripper,
    lift,
    machine,
    registers,
    screwdriver,
    vacuum,
    welder,
    workholding,
    ...others
  } = driver.capabilities;
  // Does not compile while a commanded capability is not named above.
  const uncommanded: { readonly [Name in CommandedCapabilityName]?: undefined } & typeof others = others;
  return {
    start: () => driver.start(),
    state: () => driver.state(),
    whenKnown: () => driver.whenKnown(),
    onChange: (listener) => driver.onChange(listener),
    stopMotion: () => driver.stopMotion(),
    close: (reason) => driver.close(reason),
    capabilities: {
      ...uncommanded,
      ...(actions && { actions: between(actions) }),
      ...(door && { door: between(door) }),
      ...(files && { files: between(files) }),
      ...(gripper && { gripper: between(gripper) }),
      ...(lift && { lift: between(lift) }),
      ...(machine && { machine: between(machine) }),
      ...(registers && { registers: between(registers) }),
      ...(screwdriver && { screwdriver: between(screwdriver) }),
      ...(vacuum && { vacuum: between(vacuum) }),
      ...(welder && { welder: between(welder) }),
      ...(workholding && { workholding: between(workholding) }),
    },
  };
}
