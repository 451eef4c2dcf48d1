import { describe, expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, near } from '../testing/moving-cell.fixture.ts';

const wait = (id: string, milliseconds = 500) => step(id, 'Wait', { milliseconds });
const named = (id: string, description: string) => ({ ...wait(id), description });

/** Two layers of three boxes: each is placed by a step of half a second. */
const palletizing = () =>
  routineOf([
    wait('step_1', 100),
    step('step_2', 'Loop', { times: 2 }),
    step('step_2.1', 'Loop', { times: 3 }),
    named('step_2.1.1', 'Place carton'),
  ]);

/** Starts to play a routine in a cell. */
async function play(routine = palletizing(), options: Parameters<typeof startCell>[0] = {}) {
  const cell = startCell({ routine, ...options });
  await cell.session.begin();
  await cell.clock.advance(100);
  expect(await cell.ask('loadRoutine', { routineID: 'routine_1' })).toMatchObject({ ok: true });
  expect(await cell.ask('playRoutine')).toMatchObject({ ok: true });
  return cell;
}

type Cell = Awaited<ReturnType<typeof play>>;

/** Ends the runner as in a crash, and starts the next one on its data. */
async function restart({ clock, robot, archive, loadedRoutines, library }: Cell) {
  const found = archive.interrupted(clock.wallNow());
  robot.cut();
  await clock.advance(1000);
  const { routine } = library;
  const after = startCell({ clock, robot, archive: found, loadedRoutines, routine });
  await after.session.begin();
  await after.clock.advance(100);
  return after;
}

const offered = ({ state }: Pick<Cell, 'state'>) =>
  (state().resumePlaces ?? []).map(({ run: { status, routineName }, at: { stepPath, name, round } }) => ({
    ...{ status, routineName, stepPath, name, round },
  }));
const atFifth = { routineName: 'One', stepPath: '2.1.1', name: 'Place carton', round: { round: 5, of: 6 } };
/** Time of the fifth box, ms. */
const toFifthMS = 2500;

describe('The place of a stopped run', () => {
  it('appears in the state of the robot as soon as the run is over, with the step and the iteration in words', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    expect(offered(cell)).toEqual([]);
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(offered(cell)).toEqual([{ status: 'stopped', ...atFifth }]);
  });

  it('survives an emergency stop and a restart of the runner', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    await cell.ask('emergencyStop');
    await cell.clock.advance(1000);
    const after = await restart(cell);
    expect(offered(after)).toEqual([{ status: 'stopped', ...atFifth }]);
  });

  it('belongs to the iteration in which the runner crashed', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    const after = await restart(cell);
    expect(offered(after)).toEqual([{ status: 'interrupted', ...atFifth }]);
  });

  it('belongs to the step in which the controller stopped the arm by itself, as when it shuts down', async () => {
    const cell = await play(routineOf([step('step_1', 'Loop', { times: 3 }), ...moveSteps('step_1.1', [far, near])]));
    const round = () => cell.state().steps.step_1?.variables.completedCount;
    while (round() !== 1 || !cell.robot.isMoving) await cell.clock.advance(50);
    cell.robot.stop(cell.robot.state.stopEpoch + 1, 'stop');
    await cell.clock.advance(2000);
    const [place] = cell.state().resumePlaces ?? [];
    expect(place).toMatchObject({ run: { status: 'stopped' }, at: { round: { round: 2, of: 3 } } });
    expect(place?.at.stepPath).toMatch(/^1\.1/);
  });

  it('equals the end of a cycle for a run that stopped after it', async () => {
    const cell = await play(routineOf([step('step_1', 'Loop', { times: 3 }), named('step_1.1', 'Feed')]));
    await cell.clock.advance(700);
    await cell.ask('stopAfterCycle');
    await cell.clock.advance(2000);
    expect(cell.state().run).toMatchObject({ status: 'stopped', cycleCount: 2 });
    const [place] = cell.state().resumePlaces ?? [];
    expect(place?.at).toMatchObject({ stepPath: '1', stepKind: 'Loop', isDone: false, round: { round: 3, of: 3 } });
  });

  it('follows the run that continues it, and is removed at its end', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    await cell.ask('stop');
    await cell.clock.advance(100);
    const runID = cell.state().run?.id;
    await cell.ask('setBrakes', { state: 'disengaged' });
    expect(await cell.ask('resumeRun', { runID })).toMatchObject({ ok: true });
    expect(offered(cell)).toEqual([]);
    await cell.clock.advance(700);
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(offered(cell)).toMatchObject([{ round: { round: 6, of: 6 } }]);
    expect(await cell.ask('resumeRun', { runID: cell.state().run?.id })).toMatchObject({ ok: true });
    await cell.clock.advance(2000);
    expect(cell.state().run).toMatchObject({ status: 'completed' });
    expect(offered(cell)).toEqual([]);
    expect(offered(await restart(cell))).toEqual([]);
  });

  it('stays when the routine is started over, until a user discards it', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    await cell.ask('stop');
    await cell.clock.advance(100);
    const runID = cell.state().run?.id;
    await cell.ask('playRoutine');
    await cell.clock.advance(300);
    expect(offered(cell)).toEqual([{ status: 'stopped', ...atFifth }]);
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(offered(cell)).toMatchObject([{ round: { round: 1, of: 6 } }, atFifth]);
    await cell.ask('playRoutine');
    await cell.clock.advance(300);
    expect(await cell.ask('giveUpRun', { runID })).toMatchObject({ ok: true });
    expect(await cell.ask('giveUpRun', { runID: cell.state().run?.id })).toMatchObject({ ok: false });
    expect(offered(cell)).toMatchObject([{ round: { round: 1, of: 6 } }]);
    expect(offered(await restart(cell))).toMatchObject([
      { status: 'interrupted', round: { round: 1, of: 6 } },
      { status: 'stopped', round: { round: 1, of: 6 } },
    ]);
  });

  it('does not result from a refused start', async () => {
    const cell = await play();
    await cell.clock.advance(toFifthMS);
    await cell.ask('stop');
    await cell.clock.advance(100);
    cell.equipment.findTool = async () => {
      throw new Error('away');
    };
    await cell.ask('setBrakes', { state: 'engaged' });
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: false });
    expect(offered(cell)).toEqual([{ status: 'stopped', ...atFifth }]);
  });
});

describe('The loaded routine', () => {
  it('returns after a restart of the runner', async () => {
    const cell = await play();
    await cell.ask('stop');
    await cell.clock.advance(100);
    const after = await restart(cell);
    expect(after.state().routine).toMatchObject({ id: 'routine_1', version: 1, name: 'One' });
    await after.ask('setBrakes', { state: 'disengaged' });
    expect(await after.ask('playRoutine')).toMatchObject({ ok: true });
  });

  it('loads as soon as the library answers', async () => {
    const cell = await play();
    await cell.ask('stop');
    const { loadedRoutines } = cell;
    const after = startCell({ routine: palletizing(), loadedRoutines });
    const { programs } = after;
    const { load } = programs;
    programs.load = async () => ({ ok: false, refusal: { code: 'unavailable', message: 'The library is starting' } });
    await after.session.begin();
    await after.clock.advance(3000);
    expect(after.state().routine).toBeNull();
    programs.load = load;
    await after.clock.advance(3000);
    expect(after.state().routine).toMatchObject({ id: 'routine_1' });
  });

  it('stays the one that a user loaded in the meantime', async () => {
    const cell = await play();
    await cell.ask('stop');
    const after = startCell({ routine: routineOf([wait('step_1')], 7), loadedRoutines: cell.loadedRoutines });
    const { programs } = after;
    const { load } = programs;
    programs.load = async () => ({ ok: false, refusal: { code: 'unavailable', message: 'The library is starting' } });
    await after.session.begin();
    await after.clock.advance(500);
    programs.load = load;
    await after.ask('loadRoutine', { routineID: 'routine_1' });
    await after.ask('unloadRoutine');
    await after.clock.advance(3000);
    expect(after.state().routine).toBeNull();
    expect(cell.loadedRoutines.current).toBeUndefined();
  });
});
