import type { Clock, EquipmentLiveState } from '@cellwright/domain';
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
