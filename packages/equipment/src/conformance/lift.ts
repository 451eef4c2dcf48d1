/** Conformance cases for commands of every lift. */

import type { DeviceResult } from '../capabilities/capability.ts';
import {
  type LiftCommand,
  type LiftDescription,
  type LiftOutcome,
  liftLiveStateSchema,
  liftToleranceMeters,
  type SimulatedLift,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import type { AnySim } from '../sims.ts';
import { type CommandedTrial, commandedCases } from './commanded.ts';
import { equal, holds, matches, near } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

export const move = (changes: Partial<LiftCommand> = {}): LiftCommand => ({
  heightMeters: 0.2,
  speedFraction: 1,
  ...changes,
});

export const liftTrial: CommandedTrial<'lift'> = {
  capability: 'lift',
  deviceOf: (rig) => deviceOf(rig, 'lift'),
  slow: (rig) => move({ heightMeters: farHeight(rig) }),
  impossible: move({ heightMeters: 9 }),
  countCommands: (sim) => movesOf(sim).length,
};

const describeLift = ({ config }: DeviceRig): LiftDescription => demand(describeCapability(config, 'lift'));
export const simulatedLift = ({ sim }: DeviceRig): SimulatedLift => demand(sim?.simulated.lift);
export const heightOf = ({ driver }: DeviceRig) => liftLiveStateSchema.parse(driver.state()).heightMeters;
const movesOf = ({ simulated }: AnySim) =>
  demand(simulated.lift).commands.flatMap((command) => (command.kind === 'move' ? [command] : []));
export const actuate = (rig: DeviceRig, command: LiftCommand): Promise<DeviceResult<LiftOutcome>> =>
  rig.settle(deviceOf(rig, 'lift').actuate(command, never));

/** Returns a height 0.3 m above the lift, or below if there is no room; less for a shorter stroke. */
function farHeight(rig: DeviceRig): number {
  const { minimum, maximum } = describeLift(rig).heightRange;
  const stands = heightOf(rig) ?? minimum;
  const way = Math.min(0.3, (maximum - minimum) / 2);
  return stands + way <= maximum ? stands + way : stands - way;
}

const cases: readonly DeviceCase[] = [
  onAnyDevice('moves to the commanded heights, from end to end, and reads them back exactly', async (rig) => {
    const { minimum, maximum } = describeLift(rig).heightRange;
    for (const heightMeters of [maximum, 0.12345, minimum]) {
      equal(await actuate(rig, move({ heightMeters })), { ok: true, value: { heightMeters } });
      equal(heightOf(rig), heightMeters);
    }
  }),
  inSimulation('sends the commanded height and speed to the device', async (rig) => {
    for (const [heightMeters, speedFraction] of [
      [0.2, 1],
      [0.35, 0.25],
      [0.05, 0.6],
    ] as const) {
      matches(await actuate(rig, { heightMeters, speedFraction }), { ok: true });
      const told = movesOf(demand(rig.sim)).at(-1);
      near(told?.heightMeters, heightMeters, 1e-9, 'height');
      near(told?.speedFraction, speedFraction, 1e-9, 'speed');
    }
  }),
  onAnyDevice('takes longer at a lower speed', async (rig) => {
    const measure = async (speedFraction: number) => {
      await actuate(rig, move({ heightMeters: 0.05 }));
      const start = rig.clock.now();
      await actuate(rig, move({ heightMeters: 0.3, speedFraction }));
      return rig.clock.now() - start;
    };
    holds(
      (await measure(0.25)) > 1.5 * (await measure(1)),
      'a quarter of the speed takes more than half as long again',
    );
  }),
  onAnyDevice('succeeds when it is already at the height', async (rig) => {
    await actuate(rig, move());
    matches(await actuate(rig, move()), { ok: true, value: { heightMeters: 0.2 } });
  }),
  onAnyDevice('stops at its current height', async (rig) => {
    await actuate(rig, move({ heightMeters: 0 }));
    const abort = new AbortController();
    const result = deviceOf(rig, 'lift').actuate(move(), abort.signal);
    await rig.pass(600);
    abort.abort();
    equal(await rig.settle(result), { ok: false, stopped: true });
    await rig.waitForState(({ status }) => status === 'idle');
    if (rig.sim) equal(stopsOf(rig), 1, 'stops that the device received');
    const stoppedAt = demand(heightOf(rig));
    holds(stoppedAt > 0 && stoppedAt < 0.199, `the lift stopped on the way, not at ${stoppedAt} m`);
    await rig.pass(2000);
    near(heightOf(rig), stoppedAt, liftToleranceMeters, 'height');
  }),
  onAnyDevice('rejects heights above its stroke and a speed of 0, and sends nothing', async (rig) => {
    const sent = rig.sim && simulatedLift(rig).commands.length;
    const { maximum } = describeLift(rig).heightRange;
    for (const command of [move({ heightMeters: maximum + 0.001 }), move({ speedFraction: 0 })])
      matches(await actuate(rig, command), { ok: false, failure: { reason: 'outOfRange' } });
    if (rig.sim) equal(simulatedLift(rig).commands.length, sent, 'nothing was sent');
  }),
];

export function stopsOf(rig: DeviceRig): number {
  return simulatedLift(rig).commands.filter(({ kind }) => kind === 'stop').length;
}

export const liftCases: readonly DeviceCase[] = [...commandedCases(liftTrial), ...cases];
