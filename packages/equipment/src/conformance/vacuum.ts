/** Conformance cases for commands of every vacuum gripper. */

import type { DeviceResult } from '../capabilities/capability.ts';
import {
  type SimulatedVacuum,
  type VacuumChannel,
  type VacuumCommand,
  type VacuumDescription,
  type VacuumOutcome,
  vacuumChannels,
  vacuumLiveStateSchema,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { type CommandedTrial, commandedCases } from './commanded.ts';
import { equal, holds, matches, near } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

/** Tolerance between the measured and the commanded vacuum, 0–1. */
const tolerance = 0.05;

export const grip = (suction: VacuumCommand['suction'], changes: Partial<VacuumCommand> = {}): VacuumCommand => ({
  suction,
  tolerance,
  waitForVacuum: true,
  ...changes,
});

export const vacuumTrial: CommandedTrial<'vacuum'> = {
  capability: 'vacuum',
  deviceOf: (rig) => deviceOf(rig, 'vacuum'),
  slow: () => grip({ A: 0.6 }),
  impossible: grip({ A: 1 }),
  prepare: layPart,
  countCommands: ({ simulated }) => demand(simulated.vacuum).commands.length,
};

export const describeVacuum = ({ config }: DeviceRig): VacuumDescription =>
  demand(describeCapability(config, 'vacuum'));
export const simulatedVacuum = ({ sim }: DeviceRig): SimulatedVacuum => demand(sim?.simulated.vacuum);
export const vacuumState = ({ driver }: DeviceRig) => vacuumLiveStateSchema.parse(driver.state());

export function actuate(rig: DeviceRig, command: VacuumCommand): Promise<DeviceResult<VacuumOutcome>> {
  return rig.settle(deviceOf(rig, 'vacuum').actuate(command, never));
}

/** Places a part under all cups and holds none. On a real gripper the user has placed one. */
export async function layPart(rig: DeviceRig): Promise<void> {
  const { channels } = describeVacuum(rig);
  if (rig.sim) simulatedVacuum(rig).placePart(channels);
  else await actuate(rig, grip(Object.fromEntries(channels.map((channel) => [channel, 0]))));
}

const cases: readonly DeviceCase[] = [
  onAnyDevice('holds a part with the commanded vacuum of each channel and reports the measured one', async (rig) => {
    await layPart(rig);
    matches(await actuate(rig, grip({ A: 0.4, B: 0.7 })), { ok: true, value: { gripDetected: true } });
    await rig.pass(2000);
    const { vacuum, suction, gripDetected } = vacuumState(rig);
    near(vacuum?.A, 0.4, tolerance, 'vacuum of channel A');
    near(vacuum?.B, 0.7, tolerance, 'vacuum of channel B');
    equal([suction, gripDetected], [{ A: 0.4, B: 0.7 }, true]);
  }),
  onAnyDevice('does not change a channel that is not named', async (rig) => {
    await layPart(rig);
    await actuate(rig, grip({ A: 0.4 }));
    matches(await actuate(rig, grip({ B: 0.5 })), { ok: true, value: { gripDetected: true } });
    if (rig.sim) equal(toldChannels(rig), ['A', 'B']);
    await rig.pass(2000);
    near(vacuumState(rig).vacuum?.A, 0.4, tolerance, 'vacuum of channel A');
  }),
  onAnyDevice('does not wait if the command does not require it', async (rig) => {
    await layPart(rig);
    const before = rig.clock.now();
    matches(await actuate(rig, grip({ A: 0.6 }, { waitForVacuum: false })), {
      ok: true,
      value: { gripDetected: false },
    });
    holds(rig.clock.now() - before < 200, 'it answers within 200 ms');
    await rig.pass(2000);
    holds(vacuumState(rig).gripDetected, 'the part is held soon');
  }),
  onAnyDevice('keeps the part when it is stopped, also during a grip', async (rig) => {
    await layPart(rig);
    const abort = new AbortController();
    const result = deviceOf(rig, 'vacuum').actuate(grip({ A: 0.6 }), abort.signal);
    await rig.pass(50);
    abort.abort();
    await rig.settle(result);
    await rig.settle(rig.driver.stopMotion());
    await rig.pass(2000);
    near(vacuumState(rig).vacuum?.A, 0.6, tolerance, 'vacuum of channel A');
    holds(vacuumState(rig).gripDetected, 'the part is held');
    if (rig.sim) equal(toldChannels(rig), ['A']);
  }),
  inSimulation('sends the commanded values exactly, over the whole range', async (rig) => {
    const { suctionRange } = describeVacuum(rig);
    for (const [a, b] of [
      [suctionRange.minimum, suctionRange.maximum],
      [0.31, undefined],
      [undefined, 0.47],
    ] as const) {
      const told = { ...(a === undefined ? {} : { A: a }), ...(b === undefined ? {} : { B: b }) };
      const before = simulatedVacuum(rig).commands.length;
      await actuate(rig, grip(told, { waitForVacuum: false }));
      const seen = simulatedVacuum(rig).commands.slice(before);
      equal(
        seen.map(({ channel, mode, suction }) => [channel, mode, suction]),
        vacuumChannels.flatMap((channel) => (told[channel] === undefined ? [] : [[channel, 'grip', told[channel]]])),
      );
    }
  }),
  inSimulation('fails if there is nothing to hold, and says what to check', async (rig) => {
    simulatedVacuum(rig).placePart(['A']);
    const message =
      'Channel B reached a vacuum of 2 % instead of 60 %; check for a part under its cups, and their seal';
    matches(await actuate(rig, grip({ A: 0.6, B: 0.6 })), {
      ok: false,
      failure: { reason: 'targetNotReached', message },
    });
    equal(vacuumState(rig).gripDetected, false);
  }),
  inSimulation('holds a part with a leak within the tolerance, but not above it', async (rig) => {
    simulatedVacuum(rig).placePart(describeVacuum(rig).channels, 0.1);
    matches(await actuate(rig, grip({ A: 0.6 }, { tolerance: 0.105 })), { ok: true, value: { gripDetected: true } });
    matches(await actuate(rig, grip({ B: 0.6 }, { tolerance: 0.095 })), { failure: { reason: 'targetNotReached' } });
  }),
  inSimulation('shows when a part is lost later', async (rig) => {
    await layPart(rig);
    await actuate(rig, grip({ A: 0.6 }));
    simulatedVacuum(rig).placePart([]);
    await rig.pass(2000);
    equal(vacuumState(rig).gripDetected, false);
  }),
  // The last case: it leaves a real gripper without a part.
  onAnyDevice('releases the part and reports when it is free', async (rig) => {
    await layPart(rig);
    await actuate(rig, grip({ A: 0.6, B: 0.6 }));
    matches(await actuate(rig, grip({ A: 0 })), { ok: true, value: { gripDetected: false } });
    if (rig.sim) matches(simulatedVacuum(rig).commands.at(-1), { channel: 'A', mode: 'release', suction: 0 });
    await rig.pass(2000);
    near(vacuumState(rig).vacuum?.B, 0.6, tolerance, 'vacuum of channel B');
    matches(await actuate(rig, grip({ B: 0 })), { ok: true });
    near(vacuumState(rig).vacuum?.B, 0, tolerance, 'vacuum of channel B');
  }),
];

function toldChannels(rig: DeviceRig): VacuumChannel[] {
  return simulatedVacuum(rig).commands.map(({ channel }) => channel);
}

export const vacuumCases: readonly DeviceCase[] = [...commandedCases(vacuumTrial), ...cases];
