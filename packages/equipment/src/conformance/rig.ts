import type { Clock, EquipmentLiveState } from '@cellwright/domain';
import type { CapabilityName, CommandedCapabilityName, CommandedDevice } from '../capabilities/index.ts';
import type { EquipmentConfig } from '../contracts.ts';
import type { AnyDriver } from '../drivers.ts';
import type { AnySim } from '../sims.ts';

/** A device under test: its driver, the clock of both, and its simulator where it is one. */
export interface DeviceRig {
  readonly config: EquipmentConfig;
  readonly driver: AnyDriver;
  readonly clock: Clock;
  /** Absent for a real device. */
  readonly sim?: AnySim | undefined;
  /** Waits for the promise, moving time on where the clock is a virtual one. */
  settle<T>(promise: Promise<T>): Promise<T>;
  waitForState(isWanted: (state: EquipmentLiveState) => boolean): Promise<EquipmentLiveState>;
  pass(ms: number): Promise<void>;
  /** Puts a simulator that was closed back on its port. */
  restartSim(): Promise<void>;
}

/** One thing that every device of a capability must do. */
export interface ConformanceCase<Rig> {
  readonly title: string;
  /** It puts parts between the fingers, makes faults or looks at what the device was told: a real device cannot. */
  readonly needsSim: boolean;
  /** @throws AssertionError that says what the device did instead. */
  run(rig: Rig): Promise<void>;
}
export type DeviceCase = ConformanceCase<DeviceRig>;

/** Of a case that a real device can show too. */
export const onAnyDevice = (title: string, run: DeviceCase['run']): DeviceCase => ({ title, needsSim: false, run });
export const inSimulation = (title: string, run: DeviceCase['run']): DeviceCase => ({ title, needsSim: true, run });

export const never = new AbortController().signal;

/** @throws when a kind says that it has a capability, and its driver or its simulator has not. */
export function demand<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null)
    throw new Error('This kind has the capability but a piece of it is missing');
  return value;
}

/** What the driver offers for a capability. */
export function deviceOf<Name extends CapabilityName>(
  { driver }: DeviceRig,
  capability: Name,
): NonNullable<AnyDriver['capabilities'][Name]> {
  return demand(driver.capabilities[capability]);
}

/** What stands between whoever commands a device and its driver. */
export type Between = <Command, Outcome>(
  device: CommandedDevice<Command, Outcome>,
) => CommandedDevice<Command, Outcome>;

/** The same driver, with something between it and all that commands it. */
export function putBetween(driver: AnyDriver, between: Between): AnyDriver {
  const { actions, door, files, gripper, lift, machine, registers, screwdriver, vacuum, workholding, ...others } =
    driver.capabilities;
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
      ...(workholding && { workholding: between(workholding) }),
    },
  };
}
