import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { playback, step } from '../testing/play.fixture.ts';
import { commandDevice } from './command-device.ts';
import type { DevicesPort } from './ports.ts';

const command = { action: 'clamp' };
const busy = { kind: 'ExecutionFailure', message: 'busy', mayRetry: true } as const;

describe('commandDevice', () => {
  it('gives a device the remaining time limit of the step, less with each attempt', async () => {
    const clock = new VirtualClock();
    const limits: (number | undefined)[] = [];
    const devices: DevicesPort = {
      async actuate(_capability, _equipmentID, _command, _signal, limitMS) {
        limits.push(limitMS);
        return { ok: false, failure: limits.length < 3 ? busy : { ...busy, mayRetry: false } };
      },
    };
    const order = { capability: 'actions', equipmentID: 'd1', command } as const;
    await clock.runUntilSettled(commandDevice({ clock, devices }, order, new AbortController().signal));
    expect(limits).toEqual([9900, 9800, 9700]);
  });

  it('gives a lift the limit of its own step', async () => {
    const run = playback([step('MoveVerticalLift', { target: 0.3 })]);
    await run.finish();
    expect(run.cell.deviceLimits).toEqual([99_900]);
  });

  it.each(['ActuateGripper', 'ActuateVacuum', 'ActuateScrewdriver', 'OperateEquipment'])(
    'fails %s before its limit of 10 s',
    async (kind) => {
      const args = kind === 'OperateEquipment' ? { equipmentID: 'd1', actionID: 'clamp' } : {};
      const run = playback([step(kind, args)]);
      await run.finish();
      expect(run.cell.deviceLimits).toEqual([9900]);
    },
  );

  it.each(['ActuateGripper', 'ActuateVacuum', 'ActuateScrewdriver'])(
    'continues after a failure of %s where the author allows it',
    async (kind) => {
      const run = playback([step(kind, { stopOnFailure: false })], { faults: ['deviceFails'] });
      expect(await run.finish()).toEqual({ kind: 'completed' });
    },
  );
});
