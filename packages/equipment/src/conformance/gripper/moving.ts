import { describeTool } from '../../contracts.ts';
import { equal, holds, matches, near } from '../expect.ts';
import { demand } from '../rig.ts';
import { type GripperCase, type GripperRig, inSimulation, onAnyDevice } from './gripper-rig.ts';

const tool = onAnyDevice('describes its TCP, mass and size', async ({ device }) => {
  const described = describeTool(device.config);
  holds(described !== undefined && described.tcp.z > 0, 'the TCP is ahead of the flange');
  holds(described !== undefined && described.massKg > 0, 'it weighs something');
  holds(described?.centreOfGravity.every(Number.isFinite) ?? false, 'its centre of gravity is a point');
  const sizes = described?.collisionBoxes.map(({ size }) => Math.min(...size)) ?? [];
  holds(sizes.length > 0 && sizes.every((size) => size > 0), 'it has boxes that collisions are checked with');
});

const readsBack = (['inward', 'outward'] as const).map((direction) =>
  onAnyDevice(`reads back exactly the width commanded ${direction}`, async (rig) => {
    for (const fraction of [0.2, 0.9, 0.5]) {
      const widthMeters = rig.widthAt(fraction, direction);
      const result = await rig.actuate(rig.move(widthMeters, { direction }));
      equal(result, { ok: true, value: { widthMeters, gripDetected: false } });
      matches(rig.state(), { status: 'idle', direction, widthMeters, targetWidthMeters: widthMeters });
    }
  }),
);

/** Width, force, speed, direction and kind of motion, each different from the others and from the previous command. */
export const tellsTheDevice = inSimulation('sends every value of the command', async (rig) => {
  const speeds = rig.description.speedFractionRange;
  for (const [step, direction] of (['inward', 'outward', 'outward', 'inward'] as const).entries()) {
    const force = rig.forceAt([0.15, 0.7, 0.4, 1][step] ?? 0);
    const speed = speeds && { speedFraction: [0.95, 0.4, 0.7, 0.3][step] };
    const widthMeters = rig.widthAt([0.8, 0.3, 0.6, 0.1][step] ?? 0, direction);
    const control = step % 2 === 0 ? 'move' : 'force_grip';
    await rig.actuate(rig.move(widthMeters, { control, direction, ...force, ...speed }));
    checkTold(rig, { control, direction, widthMeters, ...force, ...speed });
  }
});

interface Told {
  readonly control: 'move' | 'force_grip';
  readonly direction: 'inward' | 'outward';
  readonly widthMeters: number;
  readonly forceNewtons?: number | undefined;
  readonly forceFraction?: number | undefined;
  readonly speedFraction?: number | undefined;
}

function checkTold(rig: GripperRig, command: Told): void {
  const told = rig.motions().at(-1);
  holds(told !== undefined, 'the device received a move');
  if (!told) return;
  const { inward, outward } = rig.description.widthRange;
  const isBetween = told.direction === undefined && command.direction === 'outward';
  const widthMeters = command.widthMeters - (isBetween ? outward.minimum - inward.minimum : 0);
  if (told.widthMeters !== undefined) near(told.widthMeters, widthMeters, 0.0002, 'width');
  if (told.direction !== undefined) equal(told.direction, command.direction, 'direction');
  if (told.control !== undefined) equal(told.control, command.control, 'kind of motion');
  if (command.forceNewtons !== undefined) near(told.forceNewtons, command.forceNewtons, 0.6, 'force');
  if (command.forceFraction !== undefined) near(told.forceFraction, command.forceFraction, 0.006, 'force');
  if (command.speedFraction !== undefined) near(told.speedFraction, command.speedFraction, 0.006, 'speed');
}

const finerThanItself = onAnyDevice('reads back exactly a width below the resolution of the device', async (rig) => {
  const widthMeters = rig.widthAt(0.5) + 0.000_023;
  const force = rig.forceAt(0.31);
  matches(await rig.actuate(rig.move(widthMeters, force)), { ok: true, value: { widthMeters } });
  const { forceNewtons, forceFraction } = force;
  matches(rig.state(), {
    widthMeters,
    ...(forceNewtons === undefined ? {} : { targetForceNewtons: forceNewtons }),
    ...(forceFraction === undefined ? {} : { targetForceFraction: forceFraction }),
  });
});

const takesForces = onAnyDevice('accepts a force in newtons, as a fraction, or by default', async (rig) => {
  const { forceRange } = rig.description;
  const targets = async (fraction: number, changes: object) => {
    await rig.actuate(rig.move(rig.widthAt(fraction), changes));
    const { targetForceNewtons, targetForceFraction } = rig.state();
    return forceRange ? targetForceNewtons : targetForceFraction;
  };
  const maximum = forceRange?.maximum ?? 1;
  equal(await targets(0.5, { forceFraction: 0.5 }), 0.5 * maximum);
  equal(await targets(0.6, rig.forceAt(1)), maximum);
  const usual = forceRange ? Math.max(forceRange.minimum, Math.min(45, maximum)) : 0.5;
  equal(await targets(0.7, {}), usual);
  if (forceRange) equal(await targets(0.4, { forceFraction: 0.5, forceNewtons: maximum }), maximum);
});

const isBusy = onAnyDevice('shows busy during a motion and idle after it', async (rig) => {
  await rig.actuate(rig.move(rig.widthAt(1)));
  const statuses = new Set<string>();
  rig.device.driver.onChange(({ status }) => statuses.add(status));
  await rig.actuate(rig.move(rig.widthAt(0)));
  equal([...statuses], ['busy', 'idle']);
});

const isThereAlready = onAnyDevice('ends immediately when it is already at its target', async (rig) => {
  await rig.actuate(rig.move(rig.widthAt(0.5)));
  const before = rig.device.clock.now();
  await rig.actuate(rig.move(rig.widthAt(0.5)));
  holds(rig.device.clock.now() - before < 500, 'it answers within half a second');
});

const doesNotWait = onAnyDevice('does not wait for the end if the command does not require it', async (rig) => {
  await rig.actuate(rig.move(rig.widthAt(1)));
  matches(await rig.actuate(rig.move(rig.widthAt(0), { ...rig.slow(), waitForGrip: false })), { ok: true });
  equal(rig.state().status, 'busy');
  await rig.device.waitForState(({ status }) => status === 'idle');
  equal(rig.state().widthMeters, rig.widthAt(0));
});

const isSlower = onAnyDevice('takes longer at a lower speed', async (rig) => {
  const speeds = demand(rig.description.speedFractionRange);
  const measure = async (speedFraction: number) => {
    await rig.actuate(rig.move(rig.widthAt(1)));
    const start = rig.device.clock.now();
    await rig.actuate(rig.move(rig.widthAt(0), { speedFraction }));
    return rig.device.clock.now() - start;
  };
  const slow = await measure(Math.max(speeds.minimum, 0.1));
  holds(slow > 2 * (await measure(1)), 'a tenth of the speed takes more than twice as long');
});

/** Cases of grippers with a speed. */
export const speedCases: readonly GripperCase[] = [isSlower];

export const movingCases: readonly GripperCase[] = [
  tool,
  ...readsBack,
  finerThanItself,
  takesForces,
  isBusy,
  isThereAlready,
  doesNotWait,
];
