import { ProductError } from '@cellwright/domain/basics';
import type { RobotSessionState } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openRobotRoom, type RobotRoom, runnerOf } from '../testing/robot-room.fixture.ts';
import { routineStateSchema } from './routine-runs.ts';

const pose = { x: 0.1, y: 0.4, z: 1.3, i: 0, j: 0, k: 0, w: 1 };
const at = (x: number) => ({ pose: { ...pose, x } });
const routine = {
  id: 'routine_1',
  name: 'Palletise',
  environmentVariables: [
    { id: 'variable_parts', name: 'parts', initialValue: 0 },
    { id: 'variable_isReady', name: 'isReady', initialValue: true },
  ],
  space: [
    { id: 'space_above', kind: 'singlePosition', name: 'Above', positions: [at(0.1)] },
    { id: 'space_tour', kind: 'freeformPositionList', name: 'Tour', positions: [at(0.1), at(0.2), at(0.3)] },
    {
      id: 'space_tray',
      kind: 'gridPositionList',
      name: 'Tray',
      ...{ cornerA: at(0), cornerB: at(0.2), cornerD: { pose: { ...pose, x: 0, y: 0.6 } } },
      ...{ numColumns: 3, numRows: 2 },
    },
    {
      id: 'space_top',
      kind: 'plane',
      name: 'Top',
      positions: [at(0.1), at(0.2), { pose: { ...pose, y: 0.5 } }],
    },
  ],
  steps: [
    { id: 'step_loop', stepKind: 'Loop', description: 'For ever', steps: [{ id: 'step_wait', stepKind: 'Wait' }] },
  ],
};
const shared = { id: 'space_table', kind: 'singlePosition', name: 'Table', positions: [at(0.5)] };

const run = {
  id: 'run_1',
  status: 'running' as const,
  startedAt: '2026-03-01T08:00:00.000Z',
  currentStepID: 'step_wait',
  currentStepPath: '1.1',
  cycleCount: 4,
  isStoppingAfterCycle: false,
  pauseReason: null,
  waitingFor: null,
  isInterrupted: false,
  cycleTimeSeconds: null,
  distanceMeters: 0,
};
const loaded = { id: routine.id, name: routine.name, version: 1, stepCount: 2 };
const playing = (changes: Partial<RobotSessionState> = {}) =>
  idleSession({
    ...{ kind: 'RoutineRunning', brakes: 'disengaged', routine: loaded, run },
    variables: {
      variable_parts: { name: 'parts', value: 12, isGlobal: false },
      variable_line: { name: 'line', value: 'A', isGlobal: true },
      variable_shadow: { name: 'parts', value: 99, isGlobal: true },
    },
    steps: {},
    ...changes,
  });
const paused = () => playing({ run: { ...run, status: 'paused' }, isPaused: true });

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
  room.stored.set('routines', [routine]);
  room.stored.set('globalSpace', [shared]);
  room.runner = runnerOf({ loadRoutine: { routineID: routine.id, version: 1 }, playRoutine: { runID: 'run_1' } });
});
afterEach(() => room.close());

const of = (rest: string, id = routine.id) => `/routine-editor/routines/${id}${rest}`;
const refused = (status: number, error: string) => ({ status, answer: { error } });
const sentKinds = () => room.sent.map(({ kind }) => kind);

describe('A routine', () => {
  it('has its variables as text', async () => {
    expect((await room.ask('GET', of(''))).answer).toEqual({
      ...{ id: routine.id, name: routine.name },
      environment_variables: [
        { id: 'variable_parts', name: 'parts', value: '0' },
        { id: 'variable_isReady', name: 'isReady', value: 'true' },
      ],
    });
    expect(await room.ask('GET', of('', 'routine_none'))).toMatchObject(refused(404, 'not_found'));
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/play'],
      ['POST', '/pause'],
    ] as const) {
      expect(await room.ask(method, of(rest, '%00'))).toMatchObject(refused(400, 'request_failed_validation'));
    }
  });

  const spacesSchema = z.object({
    items: z.array(
      z.object({ name: z.string(), kind: z.string(), is_global: z.boolean(), positions: z.array(z.unknown()) }),
    ),
  });
  const spaces = async (query: string) => {
    const { items } = spacesSchema.parse((await room.ask('GET', of(`/spaces${query}`))).answer);
    return items.map(({ name, kind, is_global: isGlobal, positions }) => [name, kind, isGlobal, positions.length]);
  };

  it.each(['true', 'True', '1'])('has the four kinds of space items, its own only: %s', async (flag) => {
    expect(await spaces(`?exclude_global_spaces=${flag}`)).toEqual([
      ['Above', 'singlePosition', false, 1],
      ['Tour', 'freeformPositionList', false, 3],
      ['Tray', 'gridPositionList', false, 6],
      ['Top', 'plane', false, 3],
    ]);
  });

  it.each(['', '?exclude_global_spaces=False', '?exclude_global_spaces=0'])(
    "has the cell's items in addition to its own: %j",
    async (query) => {
      expect((await spaces(query)).map(([name, , isGlobal]) => [name, isGlobal])).toEqual([
        ...routine.space.map(({ name }) => [name, false]),
        ['Table', true],
      ]);
    },
  );

  it('has no space items if it does not exist', async () => {
    expect(await room.ask('GET', of('/spaces', 'routine_none'))).toMatchObject(refused(404, 'not_found'));
  });
});

describe('Playing', () => {
  it('rejects an unknown routine before reporting other errors', async () => {
    for (const state of [idleSession(), playing()]) {
      room.states.simulated = state;
      expect(await room.ask('POST', of('/play', 'routine_none'))).toMatchObject(refused(404, 'routine_does_not_exist'));
    }
    expect(room.sent).toEqual([]);
  });

  it('requires released brakes', async () => {
    expect(await room.ask('POST', of('/play'))).toMatchObject(refused(400, 'brakes_must_be_disengaged'));
    expect(room.sent).toEqual([]);
  });

  it('asks for a recovery after a failure', async () => {
    room.states.simulated = idleSession({ kind: 'Failure', brakes: 'disengaged' });
    expect(await room.ask('POST', of('/play'))).toMatchObject({
      status: 400,
      answer: { error: 'cannot_play_routine', message: 'The robot has failed. Recover before playing a routine' },
    });
    expect(room.sent).toEqual([]);
  });

  it('fails while a routine or another command moves the arm', async () => {
    room.states.simulated = playing();
    expect(await room.ask('POST', of('/play'))).toMatchObject(refused(400, 'cannot_play_routine'));
    room.states.simulated = idleSession({ brakes: 'disengaged', kind: 'RunningAdHocCommand' });
    room.runner = () => {
      throw new ProductError('robot_not_idle', 'The robot is moving');
    };
    expect(await room.ask('POST', of('/play'))).toMatchObject(refused(400, 'cannot_play_routine'));
  });

  it('accepts values of variables by name', async () => {
    room.states.simulated = idleSession({ brakes: 'disengaged' });
    const variables = { parts: '7', line: 'B' };
    expect(await room.ask('POST', of('/play'), { body: { variables } })).toMatchObject({
      status: 200,
      answer: { status: 'RoutineRunning' },
    });
    expect(room.sent).toMatchObject([
      { kind: 'loadRoutine', payload: { routineID: routine.id } },
      { kind: 'playRoutine', payload: { variables } },
    ]);
  });

  it('resumes a paused routine, with new values if given', async () => {
    room.states.simulated = paused();
    const answered = await room.ask('POST', of('/play'), { body: { variables: { line: 'B' } } });
    expect(answered).toMatchObject({ status: 200, answer: { status: 'RoutineRunning' } });
    expect(room.sent).toMatchObject([
      { kind: 'setVariableState', payload: { variableID: 'variable_line', value: 'B' } },
      { kind: 'resumeRoutine' },
    ]);
    const unknown = await room.ask('POST', of('/play'), { body: { variables: { nobody: '1' } } });
    expect(unknown).toMatchObject(refused(400, 'request_failed_validation'));
  });

  it('can be paused only while a routine plays', async () => {
    expect(await room.ask('POST', of('/pause', 'routine_none'))).toMatchObject(refused(404, 'routine_does_not_exist'));
    expect(await room.ask('POST', of('/pause'))).toMatchObject(refused(400, 'routine_must_be_playing'));
    room.states.simulated = playing({ routine: { ...loaded, id: 'routine_other' } });
    expect(await room.ask('POST', of('/pause'))).toMatchObject(refused(400, 'routine_must_be_playing'));
    room.states.simulated = playing();
    expect(await room.ask('POST', of('/pause'))).toMatchObject({ status: 200 });
    expect(sentKinds()).toEqual(['pauseRoutine']);
  });
});

describe('A stop', () => {
  it('works without a running routine, too, and reports that', async () => {
    expect(await room.ask('POST', '/routine-editor/stop')).toMatchObject(refused(500, 'routine_must_be_running'));
    expect(sentKinds()).toEqual(['stop']);
  });

  it.each([
    ['a playing', playing],
    ['a paused', paused],
  ])('ends %s routine: it returns when the run is over', async (_what, state) => {
    room.states.simulated = state();
    setTimeout(() => {
      room.states.simulated = idleSession();
    }, 50);
    expect(await room.ask('POST', '/routine-editor/stop')).toMatchObject({ status: 200, answer: {} });
    expect(room.states.simulated?.kind).toBe('Idle');
  });
});

describe('The state of a run', () => {
  it('contains all known data', async () => {
    room.states.simulated = paused();
    expect((await room.ask('GET', of('/state'))).answer).toEqual({
      is_paused: true,
      current_step_id: 'step_wait',
      start_time: run.startedAt,
      run_time_seconds: expect.any(Number),
      cycle_count: 4,
      should_next_arm_move_be_guided_mode: false,
      is_preflight_test_run: false,
    });
  });

  it('counts its time independent of changes of the clock', async () => {
    const timeOf = async (clockSetByMS?: number) => {
      const state = paused();
      const startedAt = new Date(Date.now() - 60_000 - (clockSetByMS ?? 0)).toISOString();
      room.states.simulated = {
        ...state,
        run: { ...run, startedAt, ...(clockSetByMS !== undefined && { clockSetByMS }) },
      };
      return routineStateSchema.parse((await room.ask('GET', of('/state'))).answer).run_time_seconds;
    };
    expect(await timeOf()).toBeCloseTo(60, -1);
    expect(await timeOf(26 * 365 * 86_400_000)).toBeCloseTo(60, -1);
    expect(await timeOf(-3_600_000)).toBeCloseTo(60, -1);
  });

  it.each(['/state', '/step-variables?step_id_map=true', '/step-variables'])(
    'requires a running routine: %s',
    async (path) => {
      expect(await room.ask('GET', of(path))).toMatchObject(refused(400, 'routine_must_be_running'));
      room.states.simulated = playing();
      expect(await room.ask('GET', of(path, 'routine_none'))).toMatchObject(refused(400, 'routine_must_be_running'));
      expect((await room.ask('GET', of(path))).status).toBe(200);
    },
  );

  it('contains the names of steps only on request', async () => {
    room.states.simulated = playing();
    const bare = z.looseObject({ variables: z.record(z.string(), z.string()) });
    for (const query of ['', '?step_id_map=false', '?step_id_map=False']) {
      expect(bare.parse((await room.ask('GET', of(`/step-variables${query}`))).answer)).not.toHaveProperty(
        'step_id_map',
      );
    }
    expect((await room.ask('GET', of('/step-variables?step_id_map=True'))).answer).toMatchObject({
      variables: { line: 'A' },
      step_id_map: { step_loop: 'For ever', step_wait: 'Wait' },
    });
  });
});

describe('A variable', () => {
  const variable = (name: string) => `/routine-editor/variables/${name}`;

  it('belongs to the routine before the cell, and is always text', async () => {
    room.states.simulated = playing();
    expect((await room.ask('GET', variable('parts'))).answer).toEqual({ value: '12' });
    expect((await room.ask('GET', variable('line'))).answer).toEqual({ value: 'A' });
  });

  it('keeps its type after a change of its value', async () => {
    room.states.simulated = playing();
    await room.ask('POST', variable('parts'), { body: { value: '13' } });
    await room.ask('POST', variable('line'), { body: { value: '13' } });
    expect(room.sent.map(({ payload }) => payload)).toEqual([
      { variableID: 'variable_parts', value: 13 },
      { variableID: 'variable_line', value: '13' },
    ]);
  });

  it.each(['abc', '', '1e999', '12345678901234567890'])('stays a number when it is set to %j', async (value) => {
    room.states.simulated = playing();
    const answer = await room.ask('POST', variable('parts'), { body: { value } });
    expect(answer).toMatchObject(refused(400, 'request_failed_validation'));
    expect(JSON.stringify(answer.answer)).toContain("'parts'");
    expect(room.sent).toEqual([]);
  });

  it('requires a running routine that has it', async () => {
    for (const [method, body] of [['GET', undefined] as const, ['POST', { value: '1' }] as const]) {
      room.states.simulated = idleSession();
      expect(await room.ask(method, variable('parts'), { body })).toMatchObject(
        refused(400, 'routine_must_be_running'),
      );
      room.states.simulated = playing();
      const unknown = await room.ask(method, variable('nobody'), { body });
      expect(unknown).toMatchObject(refused(400, 'request_failed_validation'));
    }
    const empty = await room.ask('POST', variable('parts'), { body: { value: null } });
    expect(empty).toMatchObject(refused(400, 'request_failed_validation'));
  });
});

describe('Space items of the cell', () => {
  it('appear in one list, and planes also in a separate list', async () => {
    const top = { ...routine.space[3], id: 'space_bench', name: 'Bench top' };
    room.stored.set('globalSpace', [shared, top]);
    expect((await room.ask('GET', '/space/globals')).answer).toMatchObject({
      items: [
        { name: 'Table', is_global: true },
        { name: 'Bench top', is_global: true },
      ],
    });
    expect((await room.ask('GET', '/space/planes?limit=10&offset=0')).answer).toEqual({
      items: [{ id: 'space_bench', name: 'Bench top' }],
      pagination: { total: 1, limit: 10, offset: 0 },
    });
  });
});

describe('A fault', () => {
  it.each([true, false])('can be raised only in a running routine: isRecoverable %j', async (isRecoverable) => {
    const body = { message: 'A part is missing', isRecoverable };
    room.runner = () => {
      throw new ProductError('routine_must_be_running', 'No routine is running');
    };
    expect(await room.ask('POST', '/faults/user-fault', { body })).toMatchObject(
      refused(409, 'routine_must_be_running'),
    );
    const failure = {
      kind: 'TriggerFaultFailure' as const,
      reason: 'A part is missing',
      recoveryKind: 'Recoverable' as const,
    };
    room.runner = () => {
      room.states.simulated = playing({ kind: 'Failure', failure });
      return {};
    };
    expect(await room.ask('POST', '/faults/user-fault', { body })).toMatchObject({ status: 200 });
    expect(room.sent.at(-1)).toMatchObject({ kind: 'setInFailureState', payload: body });
    expect((await room.ask('GET', '/recovery/status')).answer).toEqual({
      failed: true,
      status: 'Failure',
      failure: { kind: 'TriggerFaultFailure', reason: 'A part is missing', recovery_type: 'Recoverable' },
    });
  });

  it('ends the run immediately if it is final, even while its last step is ending', async () => {
    const failure = { kind: 'TriggerFaultFailure' as const, reason: 'Broken', recoveryKind: 'NotRecoverable' as const };
    room.runner = () => {
      room.states.simulated = playing({ kind: 'Failure', failure });
      setTimeout(() => {
        room.states.simulated = idleSession({ kind: 'Failure', failure });
      }, 20);
      return {};
    };
    const body = { message: 'Broken', isRecoverable: false };
    expect(await room.ask('POST', '/faults/user-fault', { body })).toMatchObject({ status: 200 });
    expect(room.states.simulated?.run).toBeNull();
    room.states.simulated = playing({ kind: 'Failure', failure });
    expect((await room.ask('GET', '/routine-editor/routines/r1/state')).status).toBe(400);
  });

  it('returns 200 after a recovery if it is final, and an error if another fault remains', async () => {
    const failure = { kind: 'TriggerFaultFailure' as const, reason: 'Broken', recoveryKind: 'NotRecoverable' as const };
    room.runner = () => {
      throw new ProductError('recovery_error', 'Engage the brakes first');
    };
    room.states.simulated = idleSession({ kind: 'Failure', failure });
    expect(await room.ask('POST', '/recovery/recover')).toMatchObject({
      status: 200,
      answer: { failed: true, status: 'Failure' },
    });
    room.states.simulated = idleSession({ kind: 'Failure', failure: { ...failure, recoveryKind: 'Recoverable' } });
    expect(await room.ask('POST', '/recovery/recover')).toMatchObject(refused(400, 'recovery_error'));
  });

  it('can be cleared silently if there is none', async () => {
    expect(await room.ask('POST', '/recovery/recover')).toMatchObject({
      status: 200,
      answer: { failed: false, status: 'Idle' },
    });
  });
});
