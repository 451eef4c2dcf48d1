import { type GripperResult, gripperResultSchema } from '../../capabilities/gripper.ts';
import { equal, holds, matches } from '../expect.ts';
import { never } from '../rig.ts';
import { type GripperCase, type GripperRig, inSimulation, onAnyDevice } from './gripper-rig.ts';

/** Starts a motion: the fingers close slowly from wide open. */
async function beginClosing(rig: GripperRig, signal = never): Promise<{ ended: Promise<GripperResult> }> {
  await rig.actuate(rig.move(rig.widthAt(1)));
  const ended = rig.gripper.actuate(rig.move(rig.widthAt(0), rig.slow()), signal);
  await rig.device.waitForState(({ status }) => status === 'busy');
  return { ended };
}

export const stoppingCases: readonly GripperCase[] = [
  onAnyDevice('stops the fingers at their position when the signal aborts', async (rig) => {
    const abort = new AbortController();
    const { ended } = await beginClosing(rig, abort.signal);
    await rig.device.pass(60);
    abort.abort();
    equal(await rig.device.settle(ended), { ok: false, stopped: true });
    await rig.device.waitForState(({ status }) => status === 'idle');
    const stoppedAt = rig.state().widthMeters ?? 0;
    holds(stoppedAt > rig.widthAt(0), 'the fingers stopped on the way');
    await rig.device.pass(2000);
    equal(rig.state().widthMeters, stoppedAt);
  }),
  onAnyDevice('stops a motion that no caller waits for', async (rig) => {
    await rig.actuate(rig.move(rig.widthAt(1)));
    await rig.actuate(rig.move(rig.widthAt(0), { ...rig.slow(), waitForGrip: false }));
    await rig.device.settle(rig.device.driver.stopMotion());
    await rig.device.waitForState(({ status }) => status === 'idle');
    holds((rig.state().widthMeters ?? 0) > rig.widthAt(0), 'the fingers stopped on the way');
  }),
  inSimulation('does not stop a gripper at rest or release its part', async (rig) => {
    rig.simulated.placePart({ outerWidthMeters: rig.widthAt(0.5) });
    await rig.actuate(rig.closeOn(rig.widthAt(0)));
    await rig.device.settle(rig.device.driver.stopMotion());
    await rig.device.pass(1000);
    equal(rig.stops(), 0);
    equal(rig.state().gripDetected, true);
  }),
  inSimulation('never sends a command that was stopped before it was sent', async (rig) => {
    const abort = new AbortController();
    abort.abort();
    equal(await rig.actuate(rig.move(rig.widthAt(0)), abort.signal), { ok: false, stopped: true });
    equal(rig.simulated.commands, []);
  }),
  inSimulation('stops a motion when the driver closes', async (rig) => {
    const { ended } = await beginClosing(rig);
    await rig.device.settle(rig.device.driver.close());
    equal(await rig.device.settle(ended), { ok: false, stopped: true });
    holds(rig.stops() > 0, 'the device received a stop');
  }),
  inSimulation('fails the command in progress when it is closed with a reason, and stops the motion', async (rig) => {
    const { ended } = await beginClosing(rig);
    await rig.device.settle(rig.device.driver.close('The device was switched off'));
    const failure = { reason: 'outcomeUnknown', message: /^The device was switched off\. /, mayRetry: false };
    matches(await rig.device.settle(ended), { ok: false, failure });
    holds(rig.stops() > 0, 'the device received a stop');
  }),
  inSimulation('ends as stopped when the caller stopped it before it closed', async (rig) => {
    const abort = new AbortController();
    const { ended } = await beginClosing(rig, abort.signal);
    abort.abort();
    await rig.device.settle(rig.device.driver.close('The device was switched off'));
    equal(await rig.device.settle(ended), { ok: false, stopped: true });
  }),
];

/** Cases of a gripper whose protocol reports faults of its own; other grippers do not show any. */
export const ownFaultCases: readonly GripperCase[] = [
  inSimulation(
    'fails a motion that a fault of the device ends, shows the fault if the protocol reports it, and then moves again',
    async (rig) => {
      const { showFault } = rig.simulated;
      if (!showFault) return;
      const { ended } = await beginClosing(rig);
      showFault();
      const failure = { kind: 'GripperFailure', reason: 'deviceFault', mayRetry: false };
      matches(await rig.device.settle(ended), { ok: false, failure });
      matches(rig.state(), { connected: true, status: 'error', error: /\S/ });
      matches(await rig.actuate(rig.move(rig.widthAt(1))), { ok: true, value: { widthMeters: rig.widthAt(1) } });
      matches(rig.state(), { status: 'idle' });
      equal(rig.state().error, undefined);
    },
  ),
];

export const troubleCases: readonly GripperCase[] = [
  inSimulation('fails a motion that does not end and stops the device', async (rig) => {
    rig.sim.faults.jammed = true;
    matches(await rig.actuate(rig.move(rig.widthAt(0))), { ok: false, failure: { reason: 'timeout' } });
    await rig.device.pass(100);
    equal(rig.stops(), 1);
  }),
  inSimulation('reports that a command was refused', async (rig) => {
    rig.sim.faults.refusing = true;
    matches(await rig.actuate(rig.move(rig.widthAt(0))), { ok: false, failure: { reason: 'deviceFault' } });
  }),
  inSimulation(
    'does not know the outcome when the connection ends instead of an answer, and repeats nothing',
    async (rig) => {
      await rig.actuate(rig.move(rig.widthAt(0.9)));
      const before = rig.motions().length;
      rig.sim.faults.hangUpOnCommand = true;
      const result = await rig.actuate(rig.move(rig.widthAt(0)));
      rig.sim.faults.hangUpOnCommand = false;
      matches(result, { ok: false, failure: { reason: 'outcomeUnknown', mayRetry: false } });
      await rig.device.waitForState(({ connected, status }) => connected && status === 'idle');
      await rig.device.pass(5000);
      equal(rig.motions().length - before, 1);
      equal(rig.state().widthMeters, rig.widthAt(0));
    },
  ),
  inSimulation('continues a motion across a lost connection', async (rig) => {
    const { ended } = await beginClosing(rig);
    rig.sim.dropConnections();
    matches(await rig.device.settle(ended), { ok: true, value: { widthMeters: rig.widthAt(0) } });
    equal(rig.motions().length, 2);
  }),
  inSimulation('shows a device that is gone and finds it again', async (rig) => {
    await rig.sim.close();
    const lost = await rig.device.waitForState(({ connected }) => !connected);
    matches(lost, { status: 'error', error: /No connection to/ });
    const result = await rig.actuate(rig.move(rig.widthAt(0)));
    matches(result, { ok: false, failure: { reason: 'unreachable', mayRetry: true } });
    await rig.device.restartSim();
    await rig.device.waitForState(({ connected, status }) => connected && status === 'idle');
  }),
  inSimulation('matches its schemas in every state', async (rig) => {
    const results = [await rig.actuate(rig.move(rig.widthAt(0))), await rig.actuate(rig.move(9))];
    rig.sim.faults.refusing = true;
    results.push(await rig.actuate(rig.move(rig.widthAt(1))));
    for (const result of results) equal(gripperResultSchema.parse(result), result);
  }),
];
