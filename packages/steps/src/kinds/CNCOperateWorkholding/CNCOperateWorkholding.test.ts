import { expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

it.each(['clamp', 'unclamp'])('CNCOperateWorkholding commands the workholding once to %s', async (action) => {
  const run = playback([step('CNCOperateWorkholding', { equipmentID: 'm1', workholdingID: 'chuck', action })]);
  expect(await run.finish()).toEqual({ kind: 'completed' });
  expect(run.cell.deviceCommands).toEqual([
    { capability: 'workholding', equipmentID: 'm1', command: { workholding: 'chuck', action } },
  ]);
});

it('CNCOperateWorkholding fails as the machine does', async () => {
  const run = playback([step('CNCOperateWorkholding', {})], { faults: ['deviceFails'] });
  expect(await run.finish()).toMatchObject({ failure: 'HaasFailure', message: 'Workholding action failed' });
});
