/** Cases that every camera must pass. */
import { type CameraLiveState, type CameraSample, cameraLiveStateSchema } from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, onAnyDevice } from './rig.ts';

const stateOf = ({ driver }: DeviceRig): CameraLiveState => cameraLiveStateSchema.parse(driver.state());
const describeIn = ({ config }: DeviceRig) => demand(describeCapability(config, 'camera'));
const simulated = ({ sim }: DeviceRig) => demand(sim?.simulated.camera);

function follow(rig: DeviceRig): { readonly samples: CameraSample[]; readonly end: () => void } {
  const samples: CameraSample[] = [];
  const end = deviceOf(rig, 'camera').follow((sample) => samples.push(sample));
  return { samples, end };
}

const framesOf = (samples: readonly CameraSample[]) => samples.flatMap((sample) => (sample.ok ? [sample.frame] : []));

const frames: readonly DeviceCase[] = [
  onAnyDevice('sends a follower new frames in order, each taken later than the one before', async (rig) => {
    const { samples, end } = follow(rig);
    await rig.pass(3000);
    end();
    const taken = framesOf(samples);
    holds(taken.length > 3, `${taken.length} frames in three seconds`);
    for (const [index, { sequence, capturedAt }] of taken.entries()) {
      const before = taken[index - 1];
      if (!before) continue;
      equal(sequence, before.sequence + 1, 'sequence');
      holds(capturedAt > before.capturedAt, `frame ${sequence} was taken later than frame ${before.sequence}`);
    }
  }),
  inSimulation(
    'takes at least half of the wanted frames, and each with the joint angles of its moment',
    async (rig) => {
      const { samples, end } = follow(rig);
      await rig.pass(3000);
      end();
      const taken = framesOf(samples);
      const wanted = 3 * describeIn(rig).frameRate;
      holds(taken.length >= wanted / 2, `${taken.length} of ${wanted} frames`);
      for (const { jpeg, jointAngles } of taken)
        equal(Math.round(100 * demand(jointAngles)[0]) & 0x7f, jpeg[2], 'joint');
    },
  ),
  inSimulation('takes no frame without followers', async (rig) => {
    await rig.pass(3000);
    equal(simulated(rig).frameCount(), 0);
    const { end } = follow(rig);
    await rig.pass(1000);
    end();
    await rig.pass(500);
    const count = simulated(rig).frameCount();
    await rig.pass(3000);
    equal(simulated(rig).frameCount(), count);
  }),
];

const stale: readonly DeviceCase[] = [
  inSimulation('has no current frame after three periods without a new one', async (rig) => {
    const { samples } = follow(rig);
    await rig.pass(1000);
    matches(deviceOf(rig, 'camera').current(), { ok: true });
    demand(rig.sim).faults.jammed = true;
    await rig.pass(5000 / describeIn(rig).frameRate);
    matches(deviceOf(rig, 'camera').current(), { ok: false, problem: /stopped sending pictures/ });
    matches(samples.at(-1), { ok: false });
    matches(stateOf(rig), { connected: false, camera: 'disconnected' });
    demand(rig.sim).faults.jammed = false;
    await rig.waitForState(({ connected }) => connected);
    await rig.pass(1000);
    matches(deviceOf(rig, 'camera').current(), { ok: true });
  }),
  inSimulation('has no current frame before the first one', async (rig) => {
    matches(deviceOf(rig, 'camera').current(), { ok: false });
  }),
  inSimulation('is found again after a loss, with its settings', async (rig) => {
    await rig.settle(deviceOf(rig, 'camera').applySettings({ brightness: 12 }));
    const { samples } = follow(rig);
    await rig.pass(1000);
    await demand(rig.sim).close();
    await rig.waitForState(({ connected }) => !connected);
    matches(samples.at(-1), { ok: false, problem: /./ });
    await rig.restartSim();
    await rig.waitForState(({ connected }) => connected);
    await rig.pass(1000);
    matches(samples.at(-1), { ok: true });
    equal(stateOf(rig).settings, simulated(rig).settings());
  }),
  inSimulation('tells a follower that it is closed, and why', async (rig) => {
    const { samples } = follow(rig);
    await rig.pass(1000);
    await rig.settle(rig.driver.close('It was switched off'));
    equal(samples.at(-1), { ok: false, problem: 'It was switched off', isLast: true });
  }),
];

const settings: readonly DeviceCase[] = [
  inSimulation('applies a setting and keeps the others', async (rig) => {
    const before = simulated(rig).settings();
    const applied = await rig.settle(deviceOf(rig, 'camera').applySettings({ exposure: 700, autoWhiteBalance: false }));
    const wanted = { ...before, exposure: 700, autoWhiteBalance: false };
    equal(applied, { ok: true, settings: wanted });
    equal(simulated(rig).settings(), wanted);
    equal(stateOf(rig).settings, wanted);
  }),
  onAnyDevice('has intrinsics whose optical axis is inside the picture', async (rig) => {
    const read = await rig.settle(deviceOf(rig, 'camera').readIntrinsics());
    holds(read.ok, 'intrinsics are known');
    if (!read.ok) return;
    const { width, height, ppx, ppy, fx, fy } = read.intrinsics;
    holds(fx > 0 && fy > 0 && ppx > 0 && ppx < width && ppy > 0 && ppy < height, 'the axis is inside');
  }),
];

export const cameraCases: readonly DeviceCase[] = [...frames, ...stale, ...settings];
