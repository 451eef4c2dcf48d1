/** Deliberately faulty grippers: conformance must detect every one of them. */
import { type GripperCommand, type GripperDescription, gripperCommandSchema } from '../capabilities/index.ts';
import type { AnyDriver } from '../drivers.ts';
import type { WrongDriver } from './wrong-commands.fixture.ts';

/** A driver that misinterprets the commands of a gripper. */
interface WrongGripper {
  readonly title: string;
  mistake(command: GripperCommand, description: GripperDescription): GripperCommand;
}

const isNewtons = ({ forceRange }: GripperDescription) => forceRange !== undefined;

const wrongGrippers: readonly WrongGripper[] = [
  { title: 'always moves', mistake: (command) => ({ ...command, control: 'move' }) },
  { title: 'always grips', mistake: (command) => ({ ...command, control: 'force_grip' }) },
  { title: 'is 1 mm off', mistake: (command) => ({ ...command, widthMeters: command.widthMeters - 0.001 }) },
  { title: 'scales the width', mistake: (command) => ({ ...command, widthMeters: command.widthMeters * 0.97 }) },
  { title: 'drops the direction', mistake: (command) => ({ ...command, direction: 'inward' }) },
  {
    title: 'swaps the directions',
    mistake: (command) => ({ ...command, direction: command.direction === 'inward' ? 'outward' : 'inward' }),
  },
  {
    title: 'drops the force',
    mistake: ({ forceNewtons: _, forceFraction: __, ...command }) => command,
  },
  {
    title: 'scales the force',
    mistake: (command, { forceRange, forceFractionRange }) => ({
      ...command,
      forceNewtons: command.forceNewtons && Math.max(command.forceNewtons * 0.9, forceRange?.minimum ?? 0),
      forceFraction: command.forceFraction && Math.max(command.forceFraction * 0.9, forceFractionRange?.minimum ?? 0),
    }),
  },
  {
    title: 'takes the fraction of the force for newtons, or the other way round',
    mistake: (command, description) => {
      const { forceNewtons, forceFraction, ...others } = command;
      return { ...others, ...(isNewtons(description) ? { forceNewtons: forceFraction } : { forceNewtons }) };
    },
  },
  { title: 'expects no tolerance', mistake: (command) => ({ ...command, toleranceMeters: 0 }) },
  { title: 'tolerates anything', mistake: (command) => ({ ...command, toleranceMeters: 1 }) },
  { title: 'always waits', mistake: (command) => ({ ...command, waitForGrip: true }) },
  { title: 'never waits', mistake: (command) => ({ ...command, waitForGrip: false }) },
];

/** Faults of grippers with a speed. */
const wrongSpeeds: readonly WrongGripper[] = [
  { title: 'drops the speed', mistake: ({ speedFraction: _, ...command }) => command },
  {
    title: 'scales the speed',
    mistake: (command, { speedFractionRange }) => ({
      ...command,
      speedFraction: command.speedFraction && Math.max(command.speedFraction * 0.9, speedFractionRange?.minimum ?? 0),
    }),
  },
  { title: 'swaps force and speed', mistake: swapForceAndSpeed },
];

function swapForceAndSpeed(command: GripperCommand, { forceRange }: GripperDescription): GripperCommand {
  const { forceNewtons, forceFraction, speedFraction } = command;
  const force = forceFraction ?? (forceNewtons && forceRange && forceNewtons / forceRange.maximum);
  const { forceNewtons: _, ...others } = command;
  return { ...others, forceFraction: speedFraction, speedFraction: force };
}

/** Returns all mistakes for the commands of such a gripper. */
export function gripperMistakes(description: GripperDescription): readonly WrongDriver[] {
  const wrong = description.speedFractionRange ? [...wrongGrippers, ...wrongSpeeds] : wrongGrippers;
  return wrong.map(({ title, mistake }) => ({
    title,
    mistake: (command) => {
      const wrong = mistake(gripperCommandSchema.parse(command), description);
      for (const key of Object.keys(command)) if (!Object.hasOwn(wrong, key)) Reflect.deleteProperty(command, key);
      Object.assign(command, wrong);
    },
  }));
}

/** A driver that misreports a fault of its device. */
interface FaultHider {
  readonly title: string;
  wrap(driver: AnyDriver): AnyDriver;
}

export const faultHiders: readonly FaultHider[] = [
  {
    title: 'reports success for a motion that a fault ended',
    wrap: (driver) => withGripper(driver, { answersWell: true, isAlwaysIdle: false }),
  },
  {
    title: 'shows a faulty device as idle',
    wrap: (driver) => withGripper(driver, { answersWell: false, isAlwaysIdle: true }),
  },
];

function withGripper(
  driver: AnyDriver,
  { answersWell, isAlwaysIdle }: { readonly answersWell: boolean; readonly isAlwaysIdle: boolean },
): AnyDriver {
  const { gripper } = driver.capabilities;
  if (!gripper) return driver;
  return {
    start: () => driver.start(),
    state: () => (isAlwaysIdle ? { ...driver.state(), status: 'idle', error: undefined } : driver.state()),
    whenKnown: () => driver.whenKnown(),
    onChange: (listener) => driver.onChange(listener),
    stopMotion: () => driver.stopMotion(),
    close: (reason) => driver.close(reason),
    capabilities: {
      ...driver.capabilities,
      gripper: {
        async actuate(command, signal) {
          const result = await gripper.actuate(command, signal);
          const isFault = !result.ok && 'failure' in result && result.failure.reason === 'deviceFault';
          if (!answersWell || !isFault) return result;
          return { ok: true, value: { widthMeters: command.widthMeters, gripDetected: false } };
        },
      },
    },
  };
}
