/** Conformance cases for commands of every weld machine. */
import { type SimulatedWelder, type WelderCommand, welderLiveStateSchema } from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { type CommandedTrial, commandedCases } from './commanded.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

/** Longest time from a command to the end of the arc, ms. */
const arcOffMS = 50;
/** Values that no weld machine takes. */
const impossible: WelderCommand = {
  action: 'setParameters',
  parameters: { process: 'constantVoltage', voltage: 1000, arcLength: 0, arcControl: 25, wireSpeed: 0.1 },
};

const command = (rig: DeviceRig, action: 'startArc' | 'stopArc' | 'observe', signal = never) =>
  rig.settle(deviceOf(rig, 'welder').actuate({ action }, signal));
const simulatedWelder = ({ sim }: DeviceRig): SimulatedWelder => demand(sim?.simulated.welder);
const arcOf = ({ driver }: DeviceRig) => welderLiveStateSchema.parse(driver.state()).welder.arc;

/** Ends an arc and waits for the machine. */
async function prepare(rig: DeviceRig): Promise<void> {
  await rig.waitForState(({ connected }) => connected);
  await command(rig, 'stopArc');
}

const welderTrial: CommandedTrial<'welder'> = {
  capability: 'welder',
  deviceOf: (rig) => deviceOf(rig, 'welder'),
  slow: () => ({ action: 'startArc' }),
  impossible,
  prepare,
  countCommands: ({ simulated }) => demand(simulated.welder).commands.filter(({ isArcOn }) => isArcOn).length,
};

/** Runs a case without an arc at its start. */
const withoutArc = (run: DeviceCase['run']) => async (rig: DeviceRig) => {
  await prepare(rig);
  await run(rig);
};

export const welderCases: readonly DeviceCase[] = [
  ...commandedCases(welderTrial),
  onAnyDevice(
    'burns an arc until it is told to end it',
    withoutArc(async (rig) => {
      equal(await command(rig, 'startArc'), { ok: true, value: { arc: 'on' } });
      await rig.pass(3000);
      matches(await command(rig, 'observe'), { ok: true, value: { arc: 'on' } });
      equal(await command(rig, 'stopArc'), { ok: true, value: { arc: 'off' } });
      equal(arcOf(rig), 'off');
    }),
  ),
  inSimulation(
    'ends the arc within 50 ms of the command, of a stop, and of its own end',
    withoutArc(async (rig) => {
      const ways = [
        () => command(rig, 'stopArc'),
        () => rig.settle(rig.driver.stopMotion()),
        () => rig.settle(rig.driver.close()),
      ];
      for (const way of ways) {
        matches(await command(rig, 'startArc'), { ok: true });
        const since = rig.clock.now();
        await way();
        const last = demand(simulatedWelder(rig).commands.at(-1));
        equal(last.isArcOn, false);
        holds(last.at - since <= arcOffMS, `the arc ended ${last.at - since} ms later`);
      }
    }),
  ),
  inSimulation(
    'ends an arc that is being started',
    withoutArc(async (rig) => {
      const started = deviceOf(rig, 'welder').actuate({ action: 'startArc' }, never);
      await rig.pass(400);
      matches(await command(rig, 'stopArc'), { ok: true, value: { arc: 'off' } });
      equal(await rig.settle(started), { ok: false, stopped: true });
      equal(simulatedWelder(rig).commands.at(-1)?.isArcOn, false);
    }),
  ),
  inSimulation(
    'ends the arc and says so when it is lost, but not in a short gap',
    withoutArc(async (rig) => {
      await command(rig, 'startArc');
      simulatedWelder(rig).loseArc(true);
      await rig.pass(200);
      simulatedWelder(rig).loseArc(false);
      await rig.pass(1000);
      equal(arcOf(rig), 'on');
      simulatedWelder(rig).loseArc(true);
      await rig.pass(500);
      matches(await command(rig, 'observe'), { ok: true, value: { arc: 'off', fault: 'arcLost' } });
      equal(simulatedWelder(rig).commands.at(-1)?.isArcOn, false);
      matches(await command(rig, 'stopArc'), { ok: false, failure: { message: /arc was lost/ } });
    }),
  ),
  inSimulation(
    'fails if no arc burns in time, and ends the start',
    withoutArc(async (rig) => {
      simulatedWelder(rig).loseArc(true);
      matches(await command(rig, 'startArc'), {
        ok: false,
        failure: { reason: 'targetNotReached', message: /No arc/ },
      });
      equal(simulatedWelder(rig).commands.at(-1)?.isArcOn, false);
    }),
  ),
  inSimulation(
    'starts no arc while the power source is not ready',
    withoutArc(async (rig) => {
      simulatedWelder(rig).setReady(false);
      await rig.pass(50);
      matches(await command(rig, 'startArc'), { ok: false, failure: { reason: 'deviceFault', message: /not ready/ } });
      equal(simulatedWelder(rig).commands, []);
    }),
  ),
  inSimulation(
    'takes values for the arc only if it says so',
    withoutArc(async (rig) => {
      const parameters = { process: 'unset', voltage: 17, arcLength: 0, arcControl: 25, wireSpeed: 0.1 } as const;
      const result = await rig.settle(deviceOf(rig, 'welder').actuate({ action: 'setParameters', parameters }, never));
      equal(result.ok, describeCapability(rig.config, 'welder')?.takesParameters ?? false);
    }),
  ),
];
