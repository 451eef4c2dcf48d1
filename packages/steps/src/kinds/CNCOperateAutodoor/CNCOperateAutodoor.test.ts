import { expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

it.each(['open', 'close'])('CNCOperateAutodoor commands the door once to %s', async (actionID) => {
  const run = playback([step('CNCOperateAutodoor', { equipmentID: 'm1', actionID })]);
  expect(await run.finish()).toEqual({ kind: 'completed' });
  expect(run.cell.deviceCommands).toEqual([{ capability: 'door', equipmentID: 'm1', command: { action: actionID } }]);
});

it('CNCOperateAutodoor fails as the machine does', async () => {
  const run = playback([step('CNCOperateAutodoor', {})], { faults: ['deviceFails'] });
  expect(await run.finish()).toMatchObject({ failure: 'HaasFailure', message: 'Autodoor action failed' });
});
