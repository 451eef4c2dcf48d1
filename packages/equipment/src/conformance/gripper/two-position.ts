/** Conformance cases for commands of every gripper that only opens and closes. */
import {
  type GripperCommand,
  type GripperResult,
  gripperLiveStateSchema,
  gripperResultSchema,
} from '../../capabilities/gripper.ts';
import { describeCapability } from '../../contracts.ts';
import { showsBusy } from '../commanded.ts';
import { equal, holds, matches } from '../expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from '../rig.ts';

function commandsOf({ config }: DeviceRig): { open: GripperCommand; grip: GripperCommand } {
  const { openMeters, closedMeters } = demand(describeCapability(config, 'gripper')?.positions);
  const common = { direction: 'inward', toleranceMeters: 0.003, waitForGrip: true } as const;
  return {
    open: { ...common, control: 'move', widthMeters: openMeters },
    grip: { ...common, control: 'force_grip', widthMeters: (openMeters + closedMeters) / 2 },
  };
}
const stateOf = ({ driver }: DeviceRig) => gripperLiveStateSchema.parse(driver.state());
const actuate = (rig: DeviceRig, command: GripperCommand, signal = never): Promise<GripperResult> =>
  rig.settle(deviceOf(rig, 'gripper').actuate(command, signal));
const told = ({ sim }: DeviceRig) =>
  demand(sim?.simulated.gripper).commands.map((command) =>
    command.kind === 'grip' ? command.direction : command.kind,
  );

export const twoPositionCases: readonly DeviceCase[] = [
  onAnyDevice('closes to grip and opens to move, and reads back the commanded width', async (rig) => {
    const { grip, open } = commandsOf(rig);
    matches(await actuate(rig, grip), { ok: true });
    const { widthMeters } = open;
    equal(await actuate(rig, open), { ok: true, value: { widthMeters, gripDetected: false } });
    matches(stateOf(rig), { status: 'idle', widthMeters, targetWidthMeters: widthMeters });
    if (rig.sim) equal(told(rig), ['inward', 'outward']);
  }),
  onAnyDevice(
    'reads back the commanded width within the tolerance of an end, otherwise the width of the end',
    async (rig) => {
      const { grip, open } = commandsOf(rig);
      const { closedMeters } = demand(describeCapability(rig.config, 'gripper')?.positions);
      for (const [farther, widthMeters] of [
        [0.0029, closedMeters + 0.0029],
        [0.0031, closedMeters],
      ] as const) {
        await actuate(rig, open);
        const result = await actuate(rig, { ...grip, widthMeters: closedMeters + farther });
        matches(result, { ok: true, value: { widthMeters } });
      }
    },
  ),
  onAnyDevice('shows busy during a motion and idle after it', async (rig) => {
    const { grip, open } = commandsOf(rig);
    await actuate(rig, open);
    await showsBusy(rig, () => deviceOf(rig, 'gripper').actuate(grip, never));
  }),
  onAnyDevice('does not wait for the end if the command does not require it', async (rig) => {
    const { grip, open } = commandsOf(rig);
    await actuate(rig, open);
    const before = rig.clock.now();
    const result = await actuate(rig, { ...grip, waitForGrip: false });
    matches(result, { ok: true, value: { gripDetected: false } });
    holds(rig.clock.now() - before < 200, 'it answers within 200 ms');
    equal(stateOf(rig).status, 'busy');
    await rig.waitForState(({ status }) => status === 'idle');
  }),
  onAnyDevice('rejects widths between and outside its ends without sending anything', async (rig) => {
    const { grip, open } = commandsOf(rig);
    for (const command of [
      { ...open, widthMeters: grip.widthMeters },
      { ...grip, widthMeters: 0.9 },
    ])
      matches(await actuate(rig, command), { ok: false, failure: { reason: 'outOfRange' } });
    if (rig.sim) equal(told(rig), []);
  }),
  onAnyDevice('rejects a second command while one is in progress', async (rig) => {
    const { grip, open } = commandsOf(rig);
    const first = deviceOf(rig, 'gripper').actuate(grip, never);
    matches(await actuate(rig, open), { ok: false, failure: { reason: 'busy', mayRetry: true } });
    matches(await rig.settle(first), { ok: true });
    if (rig.sim) equal(told(rig), ['inward']);
  }),
  onAnyDevice('ends a command as stopped when the signal aborts and sends nothing more', async (rig) => {
    const { grip, open } = commandsOf(rig);
    if (!rig.sim) await actuate(rig, open);
    const abort = new AbortController();
    const result = deviceOf(rig, 'gripper').actuate(grip, abort.signal);
    await rig.waitForState(({ status }) => status === 'busy');
    abort.abort();
    equal(await rig.settle(result), { ok: false, stopped: true });
    await rig.settle(rig.driver.stopMotion());
    await rig.pass(5000);
    if (rig.sim) equal(told(rig), ['inward']);
  }),
  onAnyDevice('never sends a command that was stopped before it was sent', async (rig) => {
    equal(await actuate(rig, commandsOf(rig).grip, AbortSignal.abort()), { ok: false, stopped: true });
    if (rig.sim) equal(told(rig), []);
  }),
  inSimulation('fails the command in progress with the reason of its closing', async (rig) => {
    const result = deviceOf(rig, 'gripper').actuate(commandsOf(rig).grip, never);
    await rig.waitForState(({ status }) => status === 'busy');
    await rig.settle(rig.driver.close('The device was switched off'));
    const failure = { reason: 'outcomeUnknown', message: /was switched off\. /, mayRetry: false };
    matches(await rig.settle(result), { ok: false, failure });
  }),
  onAnyDevice('matches its schemas in every state', async (rig) => {
    const { grip, open } = commandsOf(rig);
    for (const command of [grip, open, { ...open, widthMeters: 9 }]) {
      const result = await actuate(rig, command);
      equal(gripperResultSchema.parse(result), result);
    }
  }),
];
