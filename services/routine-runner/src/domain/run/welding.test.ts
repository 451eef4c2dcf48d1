import { mountMessages } from '@cellwright/domain/messages';
import type { RobotKind } from '@cellwright/domain/robot';
import { welderCommandSchema } from '@cellwright/equipment/capabilities';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { change, far, home, near, toolOf } from '../testing/moving-cell.fixture.ts';

const weld = [
  step('step_1', 'Weld', { selectedMachineID: 'welder', selectedTorchID: 'torch', arcStartTime: 200 }),
  step('step_1.1', 'Waypoint', { target: { jointAngles: near } }),
  step('step_1.2', 'Waypoint', { target: { jointAngles: far } }),
];

const torch = { equipmentID: 'torch', name: 'Torch' };
const tcpAt = (x: number) => ({ x, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 });
/** A changer with a gripper on its first end and the torch on its second. */
const changer = toolOf('changer', 0.15, {
  ends: [
    { end: 1, equipmentID: 'gripper', name: 'Gripper', tcp: tcpAt(0.2) },
    { end: 2, ...torch, tcp: tcpAt(-0.2) },
  ],
  activeEnd: 1,
});

/** A cell with a torch, and what its weld machine was commanded. */
async function openCell({ tool = 'torch', ...options }: { tool?: string | null; robotKind?: RobotKind } = {}) {
  const cell = startCell({ routine: routineOf(weld), ...options });
  for (const each of [toolOf('torch', 0.35, { name: 'Torch' }), toolOf('gripper', 0.15), changer])
    cell.devices.set(each.equipmentID ?? '', each);
  cell.enabled.set('torch', [torch]);
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
  expect(await cell.ask('setTool', { equipmentID: tool })).toMatchObject({ ok: true });
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  const actions = () => commands.map(({ action }) => action).filter((action) => action !== 'observe');
  return { ...cell, commands, actions };
}

/** A cell that has just begun to play a weld. */
async function startWeld(options: Parameters<typeof openCell>[0] = {}) {
  const cell = await openCell(options);
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  return cell;
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

describe('A Weld step whose torch the arm does not move', () => {
  it.each([
    ['on a bare flange', null, mountMessages.notMounted('Torch', 'simulated')],
    ['with another tool on the flange', 'gripper', mountMessages.notMounted('Torch', 'simulated')],
    ['on an end of the changer that is not active', 'changer', mountMessages.otherEndActive('Torch', 2)],
  ])('fails before anything moves and no output changes, %s', async (_where, tool, reason) => {
    const cell = await startWeld({ tool });
    const { settings } = cell.robot;
    const settingCount = settings.length;
    await waitFor(cell, () => cell.state().run?.status === 'failed');
    expect(cell.state().failure).toMatchObject({ kind: 'WeldFailure', reason, stepID: 'step_1' });
    expect([cell.actions(), cell.planner.requests, settings.length]).toEqual([['stopArc'], [], settingCount]);
    expect(cell.robot.state.positions).toEqual(home);
  });

  it('names the robot that has no torch', async () => {
    const cell = await openCell({ robotKind: 'live', tool: null });
    await cell.ask('recover');
    await cell.ask('setBrakes', { state: 'disengaged' });
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: true });
    await waitFor(cell, () => cell.state().run?.status === 'failed');
    expect(cell.state().failure?.reason).toBe(mountMessages.notMounted('Torch', 'live'));
  });

  it('plays after its end of the changer was activated', async () => {
    const cell = await openCell({ tool: 'changer' });
    await cell.ask('setActiveEnd', { end: 2 });
    await cell.ask('playRoutine');
    await waitFor(cell, () => cell.state().run?.status === 'completed');
    expect(cell.actions()).toEqual(['startArc', 'stopArc', 'stopArc']);
  });
});

describe('A tool that changes during a weld', () => {
  it('ends the arc within 100 ms while the torch rests', async () => {
    const cell = await startWeld();
    await waitFor(cell, () => cell.actions().includes('startArc'));
    await cell.clock.advance(50);
    const since = cell.clock.now();
    await change(cell, toolOf('torch', 0.4, { name: 'Torch' }));
    await waitFor(cell, () => cell.state().run?.status === 'failed');
    expect(cell.state().failure?.reason).toBe(mountMessages.changed('Torch'));
    const ended = cell.commands.find(({ action }) => action === 'stopArc')?.at ?? Number.NaN;
    expect(ended - since).toBeLessThanOrEqual(100);
  });

  it('halts the arm and ends the arc along the seam', async () => {
    const cell = await startWeld();
    await waitFor(cell, () => cell.actions().includes('startArc'));
    await cell.clock.advance(600);
    await change(cell, toolOf('torch', 0.4, { name: 'Torch' }));
    await waitFor(cell, () => cell.state().run?.status === 'failed');
    expect(cell.actions()).toEqual(['startArc', 'stopArc']);
    expect(cell.robot.state.positions).not.toEqual(far);
  });
});

describe('A command to start an arc', () => {
  const start = { equipmentID: 'welder', capability: 'welder', command: { action: 'startArc' } };

  it.each(['executeDeviceCommand', 'actuateDevice'])('%s has the answer of the step without a torch', async (kind) => {
    const cell = await openCell({ tool: 'gripper' });
    const message = mountMessages.notMounted('Torch', 'simulated');
    expect(await cell.ask(kind, start)).toMatchObject({ error: { code: 'conflict', message } });
    expect(cell.commands).toEqual([]);
    await cell.ask('setTool', { equipmentID: 'torch' });
    expect(await cell.ask(kind, start)).toMatchObject({ ok: true });
    expect(cell.actions()).toEqual(['startArc']);
  });

  it('names the kind of tool if the cell has several of it or none', async () => {
    const cell = await openCell({ tool: null });
    cell.enabled.set('torch', [torch, { equipmentID: 'other', name: 'Other' }]);
    const messageOf = async () => {
      const answer = await cell.ask('executeDeviceCommand', start);
      return answer.ok ? undefined : answer.error.message;
    };
    expect(await messageOf()).toBe(mountMessages.noneMounted('weld torch', 'simulated'));
    cell.enabled.delete('torch');
    expect(await messageOf()).toBe(mountMessages.noneEnabled('weld torch'));
  });

  it('leaves the end of an arc and the reading of its machine free', async () => {
    const cell = await openCell({ tool: null });
    for (const action of ['observe', 'stopArc'])
      expect(await cell.ask('executeDeviceCommand', { ...start, command: { action } })).toMatchObject({ ok: true });
  });
});
