/** Conformance cases for commands of every screwdriver. A real one moves its shank; screws need a simulator. */

import type { DeviceResult } from '../capabilities/capability.ts';
import {
  type ScrewdriverCommand,
  type ScrewdriverDescription,
  type ScrewdriverOutcome,
  type SimulatedScrewdriver,
  screwdriverActions,
  screwdriverCapability,
  screwdriverLiveStateSchema,
  screwResults,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { type CommandedTrial, commandedCases } from './commanded.ts';
import { equal, holds, matches, near } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

/** Returns a command that tightens a screw, with changes. */
const act = (changes: Partial<ScrewdriverCommand> = {}): ScrewdriverCommand => ({
  ...screwdriverCapability.example.command,
  ...changes,
});
const moveShank = (shankPositionMeters: number, changes: Partial<ScrewdriverCommand> = {}) =>
  act({ action: 'MOVE_SHANK', shankPositionMeters, ...changes });

export const screwdriverTrial: CommandedTrial<'screwdriver'> = {
  capability: 'screwdriver',
  deviceOf: (rig) => deviceOf(rig, 'screwdriver'),
  slow: (rig) => moveShank(farShank(rig)),
  impossible: act({ torqueNewtonMeters: 99 }),
  countCommands: ({ simulated }) => demand(simulated.screwdriver).commands.filter(({ kind }) => kind === 'act').length,
};

const describeScrewdriver = ({ config }: DeviceRig): ScrewdriverDescription =>
  demand(describeCapability(config, 'screwdriver'));
const simulatedOf = ({ sim }: DeviceRig): SimulatedScrewdriver => demand(sim?.simulated.screwdriver);
const stateOf = ({ driver }: DeviceRig) => screwdriverLiveStateSchema.parse(driver.state());
const stops = (rig: DeviceRig) => simulatedOf(rig).commands.filter(({ kind }) => kind === 'stop').length;
const actuate = (rig: DeviceRig, command: ScrewdriverCommand): Promise<DeviceResult<ScrewdriverOutcome>> =>
  rig.settle(deviceOf(rig, 'screwdriver').actuate(command, never));

/** Returns a position at a fraction of the reach of the shank, in whole millimetres. */
function shankAt(rig: DeviceRig, fraction: number): number {
  const { minimum, maximum } = describeScrewdriver(rig).shankRange;
  return Math.round((minimum + fraction * (maximum - minimum)) * 1000) / 1000;
}

/** Returns the end of the reach that is farther from the shank. */
function farShank(rig: DeviceRig): number {
  const isOut = (stateOf(rig).shankPositionMeters ?? 0) > shankAt(rig, 0.5);
  return shankAt(rig, isOut ? 0.1 : 0.9);
}

const tellsTheDevice = screwdriverActions.map((action) =>
  inSimulation(`sends every value of the command: ${action}`, async (rig) => {
    const { forceRange, screwLengthRange, torqueRange, shankRange } = describeScrewdriver(rig);
    for (const share of [0, 0.4, 1]) {
      const at = ({ minimum, maximum }: { minimum: number; maximum: number }, step: number) =>
        Math.round((minimum + share * (maximum - minimum)) / step) * step;
      const told = {
        forceNewtons: at(forceRange, 1),
        screwLengthMeters: at(screwLengthRange, 0.001),
        torqueNewtonMeters: at(torqueRange, 0.1),
        shankPositionMeters: at(shankRange, 0.001),
      };
      matches(await actuate(rig, act({ action, ...told })), { ok: true });
      const seen = demand(simulatedOf(rig).commands.findLast((command) => command.kind === 'act'));
      equal(seen.action, action);
      for (const name of ['forceNewtons', 'screwLengthMeters', 'torqueNewtonMeters', 'shankPositionMeters'] as const)
        near(seen[name], told[name], 1e-9, name);
    }
  }),
);

const shank: readonly DeviceCase[] = [
  onAnyDevice('moves its shank and reads its position back exactly', async (rig) => {
    for (const shankPositionMeters of [shankAt(rig, 0.6), shankAt(rig, 0.1), shankAt(rig, 0.3) + 0.0003]) {
      const result = await actuate(rig, moveShank(shankPositionMeters));
      matches(result, { ok: true, value: { shankPositionMeters } });
      equal(stateOf(rig).shankPositionMeters, shankPositionMeters);
    }
  }),
  onAnyDevice('stops its shank at its current position', async (rig) => {
    await actuate(rig, moveShank(shankAt(rig, 0)));
    const abort = new AbortController();
    const result = deviceOf(rig, 'screwdriver').actuate(moveShank(shankAt(rig, 1)), abort.signal);
    await rig.pass(300);
    abort.abort();
    equal(await rig.settle(result), { ok: false, stopped: true });
    await rig.waitForState(({ status }) => status === 'idle');
    if (rig.sim) equal(stops(rig), 1, 'stops that the device received');
    const stoppedAt = demand(stateOf(rig).shankPositionMeters);
    holds(stoppedAt < shankAt(rig, 1), 'the shank stopped on the way');
    await rig.pass(2000);
    near(stateOf(rig).shankPositionMeters, stoppedAt, 0.0005, 'place of the shank');
  }),
  onAnyDevice('does not wait for the end if the command does not require it', async (rig) => {
    await actuate(rig, moveShank(shankAt(rig, 0)));
    const before = rig.clock.now();
    matches(await actuate(rig, moveShank(shankAt(rig, 1), { waitForEnd: false })), { ok: true });
    holds(rig.clock.now() - before < 200, 'it answers within 200 ms');
    equal(stateOf(rig).status, 'busy');
    await rig.waitForState(({ status }) => status === 'idle');
  }),
  onAnyDevice('rejects values outside its ranges and sends nothing', async (rig) => {
    const { forceRange, screwLengthRange, torqueRange, shankRange } = describeScrewdriver(rig);
    const sent = rig.sim && simulatedOf(rig).commands.length;
    for (const command of [
      act({ forceNewtons: forceRange.minimum - 1 }),
      act({ screwLengthMeters: screwLengthRange.maximum + 0.001 }),
      act({ torqueNewtonMeters: torqueRange.maximum + 0.1 }),
      moveShank(shankRange.maximum + 0.001),
    ])
      matches(await actuate(rig, command), { ok: false, failure: { reason: 'outOfRange' } });
    if (rig.sim) equal(simulatedOf(rig).commands.length, sent, 'nothing was sent');
  }),
];

const screws: readonly DeviceCase[] = [
  inSimulation('tightens to the torque and reports the achieved one', async (rig) => {
    const value = { achievedTorqueNewtonMeters: 2.5 };
    matches(await actuate(rig, act({ torqueNewtonMeters: 2.5 })), { ok: true, value });
    matches(stateOf(rig), { status: 'idle', ...value });
  }),
  inSimulation('takes longer over a longer screw', async (rig) => {
    const measure = async (screwLengthMeters: number) => {
      const start = rig.clock.now();
      await actuate(rig, act({ screwLengthMeters }));
      return rig.clock.now() - start;
    };
    holds((await measure(0.03)) > 2 * (await measure(0.01)), 'three times the length takes more than twice as long');
  }),
  ...screwResults
    .filter((result) => result !== 'none')
    .map((result) =>
      inSimulation(`reports a failed screw: ${result}`, async (rig) => {
        simulatedOf(rig).endWith(result);
        matches(await actuate(rig, act()), { ok: false, failure: { reason: 'targetNotReached', mayRetry: false } });
        simulatedOf(rig).endWith('none');
        matches(await actuate(rig, act()), { ok: true });
      }),
    ),
  inSimulation('abandons a screw that never ends and stops the device', async (rig) => {
    demand(rig.sim).faults.jammed = true;
    matches(await actuate(rig, act()), { ok: false, failure: { reason: 'timeout' } });
    await rig.pass(100);
    equal(stops(rig), 1);
  }),
  inSimulation('ignores values that the action does not use', async (rig) => {
    matches(await actuate(rig, act({ action: 'LOOSEN', torqueNewtonMeters: 0 })), { ok: true });
    matches(await actuate(rig, act({ action: 'MOVE_SHANK', forceNewtons: 0 })), { ok: true });
  }),
];

export const screwdriverCases: readonly DeviceCase[] = [
  ...commandedCases(screwdriverTrial),
  ...tellsTheDevice,
  ...shank,
  ...screws,
];
