import { welderCommandSchema } from '@cellwright/equipment/capabilities';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, near } from '../testing/moving-cell.fixture.ts';

const weld = [
  step('step_1', 'Weld', { selectedMachineID: 'welder', selectedTorchID: 'torch', arcStartTime: 200 }),
  step('step_1.1', 'Waypoint', { target: { jointAngles: near } }),
  step('step_1.2', 'Waypoint', { target: { jointAngles: far } }),
];

/** A cell that has just begun to play a weld, with what its weld machine was commanded. */
async function startWeld() {
  const cell = startCell({ routine: routineOf(weld) });
  const commands: { readonly action: string; readonly stopEpoch: number; readonly at: number }[] = [];
  const actuate = cell.equipment.actuate.bind(cell.equipment);
  Object.assign(cell.equipment, {
    actuate: (...[request, signal]: Parameters<typeof actuate>) => {
      const { action } = welderCommandSchema.parse(request.command);
      commands.push({ action, stopEpoch: request.stopEpoch, at: cell.clock.now() });
      return actuate(request, signal);
    },
  });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  const actions = () => commands.map(({ action }) => action).filter((action) => action !== 'observe');
  return { ...cell, commands, actions };
}

async function waitFor({ clock }: Pick<Awaited<ReturnType<typeof startWeld>>, 'clock'>, isSo: () => boolean) {
  for (let tries = 0; tries < 2000 && !isSo(); tries++) await clock.advance(5);
  expect(isSo()).toBe(true);
}

describe('A run of a Weld step', () => {
  it('plans the bead before the arc, and drives it with the arc on', async () => {
    const cell = await startWeld();
    await waitFor(cell, () => cell.actions().includes('startArc'));
    // The approach, and the check of the bead.
    expect(cell.planner.requests.map(({ targets }) => targets.length)).toEqual([1, 1]);
    await waitFor(cell, () => cell.state().run?.status === 'completed');
    expect(cell.planner.requests).toHaveLength(3);
    expect(cell.planner.requests[2]?.targets).toEqual(cell.planner.requests[1]?.targets);
    expect(cell.actions()).toEqual(['startArc', 'stopArc', 'stopArc']);
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('starts no arc for a bead that cannot be planned', async () => {
    const cell = await startWeld();
    await waitFor(cell, () => cell.state().motionActivity === 'moving');
    cell.planner.answer = { ok: false, failure: { kind: 'PlanningFailure', message: 'Too far away.' } };
    await waitFor(cell, () => cell.state().run?.status === 'failed');
    expect(cell.state().failure).toMatchObject({ reason: 'Too far away.' });
    expect(cell.actions()).toEqual(['stopArc']);
    expect(cell.robot.state.positions).toEqual(near);
  });

  it('ends the arc within 50 ms of a stop, in the epoch of the stop', async () => {
    const cell = await startWeld();
    await waitFor(cell, () => cell.actions().includes('startArc'));
    await cell.clock.advance(600);
    const { stopEpoch } = cell.state();
    const since = cell.clock.now();
    await cell.ask('stop');
    await cell.clock.advance(200);
    const last = cell.commands.findLast(({ action }) => action === 'stopArc');
    expect(last).toMatchObject({ stopEpoch: stopEpoch + 1 });
    expect((last?.at ?? since + 1000) - since).toBeLessThanOrEqual(50);
    expect(cell.state().run?.status).toBe('stopped');
  });
});
