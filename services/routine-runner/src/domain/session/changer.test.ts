import { describe, expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { change, far, near, startMoving, toolOf } from '../testing/moving-cell.fixture.ts';

const tcpAt = (x: number) => ({ x, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 });
const ends = [
  { end: 1, equipmentID: 'left', name: 'Left', tcp: tcpAt(0.2) },
  { end: 2, equipmentID: 'right', name: 'Right', tcp: tcpAt(-0.2) },
];
/** A changer as the equipment describes it: its first end active. */
const changer = toolOf('changer', 0.15, { tcp: tcpAt(0.2), ends, activeEnd: 1 });

async function startWithChanger() {
  const cell = startCell({ isConnected: false });
  cell.devices.set('changer', changer);
  cell.session.attach(cell.robot.connect());
  await cell.clock.advance(100);
  return cell;
}

describe('the active end of a changer', () => {
  it('defaults to the first, until another is chosen: motion, controller and clients then use its TCP', async () => {
    const cell = await startWithChanger();
    expect(cell.state().tool).toMatchObject({ activeEnd: 1, tcp: { x: 0.2 }, ends: [{ end: 1 }, { end: 2 }] });
    expect(await cell.ask('setActiveEnd', { end: 2 })).toMatchObject({
      ok: true,
      result: { tool: { equipmentID: 'changer', activeEnd: 2, tcp: { x: -0.2 } } },
    });
    expect(cell.state().tool).toMatchObject({ activeEnd: 2, tcp: { x: -0.2 } });
    const told = cell.robot.settings.filter(({ kind }) => kind === 'tool');
    expect(told.map(({ value }) => value)).toMatchObject([
      { tcp: { x: 0.2 } },
      { name: 'Tool changer', tcp: { x: -0.2 } },
    ]);
    await cell.ask('moveToJointSpacePoint', { jointAngles: far, isHeld: false });
    expect(cell.planner.requests.at(-1)?.tool).toMatchObject({ tcp: { x: -0.2 }, activeEnd: 2 });
  });

  it('stays when the changer is saved or chosen again, and is forgotten with another tool', async () => {
    const cell = await startWithChanger();
    await cell.ask('setActiveEnd', { end: 2 });
    expect(cell.chosen).toEqual({ equipmentID: 'changer', activeEnd: 2 });
    await change(cell, { ...changer, massKg: 2 });
    await cell.ask('setTool', { equipmentID: 'changer' });
    expect(cell.state().tool).toMatchObject({ activeEnd: 2, tcp: { x: -0.2 }, massKg: 2 });
    await cell.ask('setTool', { equipmentID: null });
    await cell.ask('setTool', { equipmentID: 'changer' });
    expect(cell.state().tool.activeEnd).toBe(1);
  });

  it('must exist', async () => {
    const cell = await startWithChanger();
    expect(await cell.ask('setActiveEnd', { end: 3 })).toMatchObject({
      error: { code: 'equipment_no_matching', message: expect.stringContaining("'Tool changer' has the ends 1 and 2") },
    });
    await cell.ask('setTool', { equipmentID: null });
    expect(await cell.ask('setActiveEnd', { end: 1 })).toMatchObject({
      error: { code: 'equipment_no_matching', message: expect.stringContaining("'wrist' is not a changer") },
    });
  });

  it('cannot change while a routine plays; after a change during a pause, the run cannot resume', async () => {
    const cell = await startMoving({ tool: changer });
    await cell.clock.advance(200);
    expect(await cell.ask('setActiveEnd', { end: 2 })).toMatchObject({ error: { code: 'robot_not_idle' } });
    await cell.ask('pauseRoutine');
    await cell.clock.advance(1000);
    expect(await cell.ask('setActiveEnd', { end: 2 })).toMatchObject({ ok: true });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      error: { code: 'cannot_play_routine', message: expect.stringContaining('TCP moved by 400.0 mm since the pause') },
    });
    await cell.ask('setActiveEnd', { end: 1 });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: true });
  });

  it('follows its tools: after a tool of an end is changed, the next move is planned with it', async () => {
    const cell = await startWithChanger();
    const longer = ends.map((end) => (end.end === 1 ? { ...end, tcp: tcpAt(0.25) } : end));
    cell.devices.set('changer', { ...changer, tcp: tcpAt(0.25), ends: longer });
    await cell.session.tools.follow('left');
    expect(cell.state().tool.tcp.x).toBe(0.25);
  });
});

describe('the TCP that a move names', () => {
  const playing = async (args: object, tool = changer) => {
    const cell = startCell({ routine: routineOf(moveSteps('step_1', [near, far], { ...args })) });
    cell.devices.set(tool.equipmentID ?? '', tool);
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    return { cell, played: await cell.ask('playRoutine') };
  };

  it('uses the TCP of its end, independent of the active one', async () => {
    const { cell, played } = await playing({ tcpOption: 'ee-2' });
    expect(played.ok).toBe(true);
    await cell.clock.advance(500);
    const request = cell.planner.requests.at(-1);
    expect(request?.targets.map(({ tcpOption }) => tcpOption)).toEqual(['ee-2', 'ee-2']);
    expect(request?.tool).toMatchObject({ activeEnd: 1, ends });
  });

  it.each([
    ['ee-3', changer, "'Tool changer' is on the flange"],
    ['ee-2', toolOf('claw', 0.18), "'Tool claw' is on the flange"],
  ])('%s is refused before the run when the tool has no such end', async (tcpOption, tool, where) => {
    const { cell, played } = await playing({ tcpOption }, tool);
    const message = `Step 1.1: The TCP '${tcpOption}' is not available on this cell. ${where}`;
    expect(played).toMatchObject({ ok: false, error: { code: 'cannot_play_routine', message } });
    expect([cell.state().kind, cell.planner.requests]).toEqual(['Idle', []]);
  });

  it('causes an error for manual motion, too', async () => {
    const cell = await startWithChanger();
    const pose = { x: 0.4, y: 0, z: 0.3, i: 0, j: 0, k: 0, w: 1 };
    const move = (tcpOption: string) => cell.ask('moveToCartesianSpacePose', { pose, tcpOption, isHeld: false });
    expect(await move('ee-3')).toMatchObject({ error: { code: 'request_failed_validation' } });
    expect(await move('ee-2')).toMatchObject({ ok: true });
  });

  it('keeps its end: when the tool there is changed during the move, the run pauses with the reason', async () => {
    const cell = await startMoving({
      tool: changer,
      routine: routineOf(moveSteps('step_1', [near, far], { tcpOption: 'ee-2' })),
    });
    await cell.clock.advance(200);
    const moved = ends.map((end) => (end.end === 2 ? { ...end, tcp: tcpAt(-0.3) } : end));
    cell.devices.set('changer', { ...changer, ends: moved });
    void cell.session.tools.follow('right');
    await cell.clock.advance(1);
    expect(cell.state()).toMatchObject({
      isPaused: true,
      run: { pauseReason: expect.stringContaining('TCP of end 2 moved by 100.0 mm during a move') },
    });
  });
});

it('a step that names a tool on an end actuates that tool, and the active end stays', async () => {
  const cell = await startWithChanger();
  const asked: unknown[] = [];
  const { actuate } = cell.equipment;
  cell.equipment.actuate = (request, signal) => {
    asked.push(request.equipmentID);
    return actuate(request, signal);
  };
  cell.library.routine = routineOf([step('step_1', 'ActuateGripper', { equipmentID: 'right' })]);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  await cell.ask('playRoutine');
  await cell.clock.advance(1000);
  expect(asked).toEqual(['right']);
  expect(cell.state()).toMatchObject({ run: { status: 'completed' }, tool: { activeEnd: 1 } });
});

describe('a push with an end of a changer', () => {
  it.each([
    ['ee-2', [-0.2, 0, 0.15]],
    ['auto', [0.2, 0, 0.15]],
    ['wrist', [0, 0, 0]],
  ])('uses the TCP of %s, for any active end; a move without contact force names none', async (tcpOption, point) => {
    const push = [
      step('step_1', 'MoveArmTo', { motionKind: 'joint', target: { jointAngles: near } }),
      step('step_2', 'PushMode', { forcePercent: 55 }),
      step('step_2.1', 'MoveArmTo', { motionKind: 'line', tcpOption, target: { jointAngles: far } }),
    ];
    const cell = startCell({ isConnected: false, routine: routineOf(push) });
    cell.devices.set('changer', changer);
    const line = cell.robot.connect();
    cell.session.attach(line);
    await cell.clock.advance(100);
    expect(await cell.ask('setTool', { equipmentID: 'changer' })).toMatchObject({ ok: true });
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(10_000);
    expect(cell.state().run).toMatchObject({ status: 'completed' });
    expect(line.asked.map(({ contactPoint }) => contactPoint)).toEqual([undefined, point]);
  });
});
