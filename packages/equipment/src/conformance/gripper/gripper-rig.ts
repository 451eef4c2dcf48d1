import {
  type Gripper,
  type GripperCommand,
  type GripperResult,
  gripperLiveStateSchema,
  type SimulatedGripper,
} from '../../capabilities/gripper.ts';
import type { GripperDescription } from '../../capabilities/index.ts';
import { describeCapability } from '../../contracts.ts';
import type { AnySim } from '../../sims.ts';
import { type ConformanceCase, type DeviceRig, demand, deviceOf, never } from '../rig.ts';

type Motion = Extract<SimulatedGripper['commands'][number], { kind: 'grip' }>;

/** A gripper under test, and commands within its ranges. */
export class GripperRig {
  readonly device: DeviceRig;
  readonly gripper: Gripper;
  readonly description: GripperDescription;

  constructor(device: DeviceRig) {
    this.device = device;
    this.gripper = deviceOf(device, 'gripper');
    this.description = demand(describeCapability(device.config, 'gripper'));
  }

  get sim(): AnySim {
    return demand(this.device.sim);
  }

  get simulated(): SimulatedGripper {
    return demand(this.sim.simulated.gripper);
  }

  state() {
    return gripperLiveStateSchema.parse(this.device.driver.state());
  }

  actuate(command: GripperCommand, signal = never): Promise<GripperResult> {
    return this.device.settle(this.gripper.actuate(command, signal));
  }

  /** Returns the motions that the simulated device received. */
  motions(): Motion[] {
    return this.simulated.commands.filter((command) => command.kind === 'grip');
  }

  stops(): number {
    return this.simulated.commands.filter(({ kind }) => kind === 'stop').length;
  }

  /** Returns a width at a fraction of the range, in whole millimetres. */
  widthAt(fraction: number, direction: GripperCommand['direction'] = 'inward'): number {
    const { minimum, maximum } = this.description.widthRange[direction];
    const millimetres = Math.round((minimum + fraction * (maximum - minimum)) * 1000);
    return Math.min(Math.max(millimetres / 1000, minimum), maximum);
  }

  /** Returns a force at a fraction of the range, as the gripper takes it. */
  forceAt(fraction: number): Pick<GripperCommand, 'forceNewtons' | 'forceFraction'> {
    const { forceRange, forceFractionRange } = this.description;
    const at = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
      Math.round((minimum + fraction * (maximum - minimum)) * 100) / 100;
    return forceRange ? { forceNewtons: at(forceRange) } : { forceFraction: at(forceFractionRange ?? wholeRange) };
  }

  /** Returns a speed that is slow enough to observe the motion. */
  slow(): Pick<GripperCommand, 'speedFraction'> {
    return { speedFraction: Math.max(0.2, this.description.speedFractionRange?.minimum ?? 0) };
  }

  move(widthMeters: number, changes: Partial<GripperCommand> = {}): GripperCommand {
    return {
      control: 'move',
      widthMeters,
      direction: 'inward',
      toleranceMeters: 0.003,
      waitForGrip: true,
      ...changes,
    };
  }

  closeOn(widthMeters: number, changes: Partial<GripperCommand> = {}): GripperCommand {
    return this.move(widthMeters, { control: 'force_grip', ...changes });
  }
}

export type GripperCase = ConformanceCase<GripperRig>;

/** Creates a case that a real device can run, too. */
export const onAnyDevice = (title: string, run: GripperCase['run']): GripperCase => ({ title, needsSim: false, run });
export const inSimulation = (title: string, run: GripperCase['run']): GripperCase => ({ title, needsSim: true, run });

const wholeRange = { minimum: 0, maximum: 1 };
