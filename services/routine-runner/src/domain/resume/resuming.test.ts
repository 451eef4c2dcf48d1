import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, near } from '../testing/moving-cell.fixture.ts';

const wait = (id: string, milliseconds = 500) => step(id, 'Wait', { milliseconds });
const setCount = (id: string, value: number) =>
  step(id, 'SetEnvironmentVariable', {
    variableID: 'variable_count',
    newValue: { kind: 'constant', value },
    isGlobal: false,
  });

type Steps = Parameters<typeof routineOf>[0];

/** Plays a routine until a crash of the runner; returns the next runner, on the same arm and store. */
async function crash(steps: Steps, afterMS: number, prepare: (cell: ReturnType<typeof startCell>) => void = () => {}) {
  const before = startCell({ routine: routineOf(steps) });
  await before.clock.advance(100);
  prepare(before);
  expect((await before.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  const started = before.clock.now();
  const playing = before.ask('playRoutine');
  expect((await playing).ok).toBe(true);
  await before.clock.advance(afterMS - (before.clock.now() - started));
  const runID = before.state().run?.id ?? '';
  // Late writes of the crashed runner are dropped.
  const archive = before.archive.interrupted(before.clock.wallNow());
  before.robot.cut();
  await before.clock.advance(1000);
  const after = startCell({ routine: routineOf(steps), clock: before.clock, robot: before.robot, archive });
  await after.clock.advance(100);
  await after.ask('setBrakes', { state: 'disengaged' });
  const describeIt = () => after.ask('getResumption', { runID });
  const resume = async (order: object = {}) => {
    const answer = await after.ask('resumeRun', { runID, ...order });
    await after.clock.advance(20_000);
    return answer;
  };
  const deeds = () =>
    after
      .entries()
      .filter(({ event, stepKind }) => event === 'stepStarted' && stepKind !== 'Loop' && stepKind !== 'MoveArmToV2')
      .map(({ stepPath }) => stepPath);
  return { before, after, runID, describeIt, resume, deeds };
}

describe('a run whose runner crashed', () => {
  it('continues in its step and iteration, with its variables and cycles, as a new run', async () => {
    const { after, runID, describeIt, resume, deeds } = await crash(
      [step('step_1', 'Loop', { times: 3 }), setCount('step_1.1', 7), wait('step_1.2')],
      800,
    );
    expect(await describeIt()).toMatchObject({
      ok: true,
      result: {
        run: { id: runID, status: 'interrupted', routineName: 'One', cycleCount: 1 },
        at: { stepPath: '1.2', stepKind: 'Wait', isDone: false, rounds: [{ stepPath: '1', round: 2 }] },
        variables: [{ id: 'variable_count', name: 'count', value: 7 }],
        effects: [],
        obstacle: null,
        guard: null,
      },
    });
    const answer = await resume();
    expect(answer).toMatchObject({ ok: true });
    expect(deeds()).toEqual(['1.2', '1.1', '1.2']);
    expect(after.state()).toMatchObject({
      run: { status: 'completed', cycleCount: 3 },
      variables: { variable_count: { value: 7 } },
    });
    expect(after.state().run?.id).not.toBe(runID);
    expect(after.entries()[0]).toMatchObject({ event: 'runStarted', data: { resumedFrom: { runID } } });
  });

  describe('between an effect outside and its record', () => {
    const steps = [wait('step_1'), step('step_2', 'ActuateGripper', {}), wait('step_3')];
    const startAsked = async () => {
      const cells = await crash(steps, 700, (cell) => {
        cell.equipment.actuate = () => new Promise(() => undefined);
      });
      const asked = readEffects(await cells.describeIt());
      const actuate = vi.spyOn(cells.after.equipment, 'actuate');
      return { ...cells, asked, actuate };
    };

    it('asks the user, and does not resume without an answer', async () => {
      const { asked, actuate, resume, describeIt } = await startAsked();
      expect(asked).toMatchObject([
        { stepPath: '2', kind: 'actuateDevice', question: expect.stringContaining('gripper') },
      ]);
      expect(await describeIt()).toMatchObject({ result: { at: { stepPath: '2', isDone: false } } });
      expect(await resume()).toMatchObject({
        ok: false,
        error: { code: 'cannot_play_routine', details: { effects: [{ stepPath: '2' }] } },
      });
      expect(await resume({ answers: [{ effectID: 'another', answer: 'done' }] })).toMatchObject({
        error: { code: 'request_failed_validation' },
      });
      expect(actuate).not.toHaveBeenCalled();
    });

    it('continues after the step when the effect happened', async () => {
      const { asked, actuate, resume, deeds } = await startAsked();
      expect(await resume({ answers: asked.map(({ effectID }) => ({ effectID, answer: 'done' })) })).toMatchObject({
        ok: true,
      });
      expect(deeds()).toEqual(['3']);
      expect(actuate).not.toHaveBeenCalled();
    });

    it('repeats the effect when the user confirms it', async () => {
      const { asked, actuate, resume, deeds } = await startAsked();
      expect(await resume({ answers: asked.map(({ effectID }) => ({ effectID, answer: 'again' })) })).toMatchObject({
        ok: true,
      });
      expect(deeds()).toEqual(['2', '3']);
      expect(actuate).toHaveBeenCalledTimes(1);
    });
  });

  it('continues from the place where the arm was stopped', async () => {
    const { after, describeIt, resume, deeds } = await crash(moveSteps('step_1', [near, far]), 1500);
    const stood = after.robot.state.positions[0] ?? 0;
    expect(stood).toBeGreaterThan(1);
    expect(stood).toBeLessThan(2);
    expect(await describeIt()).toMatchObject({ result: { at: { stepPath: '1.2' }, guard: null } });
    expect(await resume()).toMatchObject({ ok: true });
    expect(deeds()).toEqual(['1.2']);
    expect(after.robot.state.positions).toEqual(far);
  });

  it('waits until the arm is back, by a held return move', async () => {
    const { after, describeIt, resume } = await crash(moveSteps('step_1', [near, far]), 1500);
    after.robot.push(1, 0.3);
    expect(await describeIt()).toMatchObject({
      result: { guard: { message: expect.stringContaining('(joint 1)'), offersReturn: true } },
    });
    expect(await resume()).toMatchObject({
      ok: false,
      error: { details: { offers: 'returnToPausePosition', joint: 1 } },
    });
    const back = after.send('returnToPausePosition', { commandID: 'back' });
    for (let beat = 0; beat < 30; beat++) {
      void after.send('holdHeartbeat', { commandID: 'back' });
      await after.clock.advance(100);
    }
    expect(await back).toMatchObject({ ok: true, result: { result: 'Success' } });
    expect(after.robot.state.positions[1]).toBeCloseTo(-0.5);
    expect(await resume()).toMatchObject({ ok: true });
    expect(after.robot.state.positions).toEqual(far);
  });

  it('cannot resume with engaged brakes, another tool or another payload', async () => {
    const { after, resume } = await crash([wait('step_1')], 200);
    await after.ask('setRobotPayload', { mass: 2 });
    expect(await resume()).toMatchObject({
      error: { message: expect.stringContaining('payload changed from 0 kg at the interruption') },
    });
    await after.ask('setRobotPayload', { mass: 0 });
    await after.ask('setBrakes', { state: 'engaged' });
    await after.clock.advance(500);
    expect(await resume()).toMatchObject({ error: { code: 'brakes_must_be_disengaged' } });
    await after.ask('setBrakes', { state: 'disengaged' });
    expect(await resume()).toMatchObject({ ok: true });
  });

  it('continues with another step if the user chooses one, but not from an unknown place', async () => {
    const { resume, deeds } = await crash(
      [wait('step_1'), step('step_2', 'Loop', { times: 2 }), wait('step_2.1')],
      200,
    );
    expect(await resume({ fromStepID: 'step_2.1' })).toMatchObject({
      error: { message: expect.stringMatching(/^The run was not inside step 2 \(Loop\)/) },
    });
    expect(await resume({ fromStepID: 'step_2' })).toMatchObject({ ok: true });
    expect(deeds()).toEqual(['2.1', '2.1']);
  });

  it('restarts its background threads', async () => {
    const steps = [
      step('step_1', 'RunInBackground', {}),
      wait('step_1.1', 300),
      wait('step_1.2', 900),
      wait('step_2', 2000),
    ];
    const { describeIt, resume, deeds } = await crash(steps, 600);
    expect(await describeIt()).toMatchObject({ result: { at: { stepPath: '2' }, beside: [{ stepPath: '1.2' }] } });
    await resume();
    expect(deeds().toSorted()).toEqual(['1', '1.2', '2']);
  });

  it('disappears after it was discarded', async () => {
    const { after, runID, describeIt } = await crash([wait('step_1')], 200);
    expect(await after.ask('giveUpRun', { runID })).toMatchObject({ ok: true });
    expect(await describeIt()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('stays offered while the routine is started over, until that has ended', async () => {
    const { after, runID, describeIt } = await crash([wait('step_1')], 200);
    await after.ask('loadRoutine', { routineID: 'routine_1' });
    await after.ask('playRoutine');
    expect(await describeIt()).toMatchObject({ error: { code: 'robot_not_idle' } });
    await after.ask('stop');
    await after.clock.advance(1000);
    expect(await describeIt()).toMatchObject({ ok: true, result: { run: { id: runID } } });
    await after.ask('playRoutine');
    await after.clock.advance(2000);
    expect(await describeIt()).toMatchObject({ error: { code: 'not_found' } });
    expect(await after.ask('getResumption', { runID: after.state().run?.id })).toMatchObject({
      error: { code: 'conflict' },
    });
  });
});

describe('a run that failed or was stopped', () => {
  it('continues at its place, in the same runner, after recovery', async () => {
    const steps = [
      setCount('step_1', 3),
      wait('step_2'),
      step('step_3', 'TriggerFault', { message: 'No part' }),
      wait('step_4'),
    ];
    const cell = startCell({ routine: routineOf(steps) });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({ kind: 'Failure', run: { status: 'failed' } });
    const runID = cell.state().run?.id;
    expect(await cell.ask('getResumption', { runID })).toMatchObject({
      result: { at: { stepPath: '3' }, variables: [{ value: 3 }], guard: { offersReturn: false } },
    });
    await cell.ask('setBrakes', { state: 'engaged' });
    await cell.clock.advance(500);
    await cell.ask('recover');
    await cell.clock.advance(1000);
    await cell.ask('setBrakes', { state: 'disengaged' });
    expect(await cell.ask('resumeRun', { runID, fromStepID: 'step_4' })).toMatchObject({ ok: true });
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' }, variables: { variable_count: { value: 3 } } });
  });
});

function readEffects(response: unknown) {
  const effects = z.array(z.object({ effectID: z.string() }).loose());
  return z.object({ result: z.object({ effects }) }).parse(response).result.effects;
}
