import type { GripperResult } from '../../capabilities/gripper.ts';
import { equal, holds, matches, near } from '../expect.ts';
import { demand, never } from '../rig.ts';
import { type GripperCase, type GripperRig, inSimulation, onAnyDevice } from './gripper-rig.ts';

/** Tolerance of a width that the device measured, m. */
const measured = 0.0002;

function isHeldAt(result: GripperResult, widthMeters: number): void {
  matches(result, { ok: true, value: { gripDetected: true } });
  near(result.ok ? result.value.widthMeters : undefined, widthMeters, measured, 'width');
}

const gripping: readonly GripperCase[] = [
  inSimulation('holds a part between its fingers', async (rig) => {
    const at = rig.widthAt(0.5);
    rig.simulated.placePart({ outerWidthMeters: at });
    const result = await rig.actuate(rig.closeOn(rig.widthAt(0)));
    isHeldAt(result, at);
    matches(rig.state(), { gripDetected: true, status: 'idle' });
  }),
  inSimulation('ends as soon as the part is held', async (rig) => {
    await rig.actuate(rig.move(rig.widthAt(1)));
    rig.simulated.placePart({ outerWidthMeters: rig.widthAt(0.9) });
    const before = rig.device.clock.now();
    matches(await rig.actuate(rig.closeOn(rig.widthAt(0))), { ok: true, value: { gripDetected: true } });
    holds(rig.device.clock.now() - before < 200, 'it answers within 200 ms');
  }),
  inSimulation('holds a part from inside', async (rig) => {
    await rig.actuate(rig.move(rig.widthAt(0, 'outward'), { direction: 'outward' }));
    const inner = rig.widthAt(0.5, 'outward');
    rig.simulated.placePart({ outerWidthMeters: 1, innerWidthMeters: inner });
    const result = await rig.actuate(rig.closeOn(rig.widthAt(1, 'outward'), { direction: 'outward' }));
    isHeldAt(result, inner);
  }),
  inSimulation('releases the part', async (rig) => {
    rig.simulated.placePart({ outerWidthMeters: rig.widthAt(0.5) });
    await rig.actuate(rig.closeOn(rig.widthAt(0)));
    const result = await rig.actuate(rig.move(rig.widthAt(1)));
    equal(result, { ok: true, value: { widthMeters: rig.widthAt(1), gripDetected: false } });
  }),
  onAnyDevice('closes without a part to the width and reports that nothing is held', async (rig) => {
    await rig.actuate(rig.move(rig.widthAt(1)));
    const result = await rig.actuate(rig.closeOn(rig.widthAt(0)));
    equal(result, { ok: true, value: { widthMeters: rig.widthAt(0), gripDetected: false } });
  }),
  inSimulation('fails a move that meets a part and reports the position of the fingers', async (rig) => {
    rig.simulated.placePart({ outerWidthMeters: rig.widthAt(0.5) });
    const result = await rig.actuate(rig.move(rig.widthAt(0)));
    matches(result, { ok: false, failure: { kind: 'GripperFailure', reason: 'targetNotReached' } });
    near(rig.state().widthMeters, rig.widthAt(0.5), measured, 'width');
  }),
  inSimulation('accepts a part within the tolerance of the width and fails beyond it', async (rig) => {
    rig.simulated.placePart({ outerWidthMeters: rig.widthAt(0.5) });
    const close = rig.move(rig.widthAt(0.5) - 0.002, { toleranceMeters: 0.003 });
    matches(await rig.actuate(close), { ok: true, value: { gripDetected: true } });
    await rig.actuate(rig.move(rig.widthAt(1)));
    matches(await rig.actuate({ ...close, toleranceMeters: 0.001 }), { failure: { reason: 'targetNotReached' } });
  }),
];

async function isRefused(rig: GripperRig, changes: object, widthMeters = rig.widthAt(0.5)): Promise<void> {
  const sent = rig.device.sim ? rig.simulated.commands.length : 0;
  const result = await rig.actuate(rig.move(widthMeters, changes));
  matches(result, { ok: false, failure: { reason: 'outOfRange' } });
  if (rig.device.sim) equal(rig.simulated.commands.length, sent, 'nothing was sent');
}

const refusing: readonly GripperCase[] = [
  onAnyDevice('rejects widths outside its range without sending anything', async (rig) => {
    for (const direction of ['inward', 'outward'] as const) {
      const { minimum, maximum } = rig.description.widthRange[direction];
      if (minimum >= 0.001) await isRefused(rig, { direction }, minimum - 0.001);
      await isRefused(rig, { direction }, maximum + 0.001);
    }
  }),
  onAnyDevice('rejects forces outside its range without sending anything', async (rig) => {
    const { forceRange, forceFractionRange } = rig.description;
    if (forceRange) {
      await isRefused(rig, { forceNewtons: forceRange.minimum * 0.9 });
      await isRefused(rig, { forceNewtons: forceRange.maximum * 1.1 });
    } else {
      await isRefused(rig, { forceNewtons: 50 });
      if (forceFractionRange) await isRefused(rig, { forceFraction: forceFractionRange.minimum * 0.9 });
    }
  }),
  onAnyDevice('rejects a second command while one is in progress', async (rig) => {
    await rig.actuate(rig.move(rig.widthAt(1)));
    const first = rig.gripper.actuate(rig.move(rig.widthAt(0)), never);
    const second = await rig.actuate(rig.move(rig.widthAt(1)));
    matches(second, { ok: false, failure: { reason: 'busy', mayRetry: true } });
    matches(await rig.device.settle(first), { ok: true, value: { widthMeters: rig.widthAt(0) } });
    if (rig.device.sim) equal(rig.motions().length, 2);
  }),
];

export const grippingCases = [...gripping, ...refusing];

/** Cases of grippers with a minimum speed. */
export const leastSpeedCases: readonly GripperCase[] = [
  onAnyDevice('rejects speeds below its minimum without sending anything', async (rig) => {
    await isRefused(rig, { speedFraction: demand(rig.description.speedFractionRange).minimum / 2 });
  }),
];
