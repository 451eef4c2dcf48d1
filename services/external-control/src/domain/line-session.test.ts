import { externalControlSettingsSchema } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { RunnerResponse } from '@cellwright/domain/runner-socket';
import { flushPromises, idleSession, VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { LineSession } from './line-session.ts';

let state: RobotSessionState | undefined;
let sent: unknown[];
let answers: Record<string, Promise<RunnerResponse>>;
beforeEach(() => {
  state = idleSession();
  sent = [];
  answers = {};
});

const accepted: RunnerResponse = { kind: 'response', id: '1', ok: true, result: {} };
const refused: RunnerResponse = {
  ...{ kind: 'response', id: '1', ok: false },
  error: { code: 'conflict', message: 'Ada controls the robot' },
};

function createSession(settings: object = { defaultRoutineID: 'routine_1' }) {
  return new LineSession({
    robot: {
      get state() {
        return state;
      },
      send: (kind, payload) => {
        sent.push([kind, payload]);
        return answers[kind] ?? Promise.resolve(accepted);
      },
    },
    settings: externalControlSettingsSchema.parse({ id: '1', ...settings }),
    clock: new VirtualClock(),
    onResult: () => undefined,
  });
}

const prompt: RobotSessionState['prompt'] = {
  ...{ stepID: 'step_1', message: 'Ready?', mode: 'confirm', choices: [], required: false },
};

describe('LineSession', () => {
  it('loads the newest version of the default routine and plays it', async () => {
    const session = createSession();
    await session.command('Play');
    expect(sent).toEqual([
      ['loadRoutine', { routineID: 'routine_1' }],
      ['playRoutine', {}],
    ]);
    expect(session.lastCommand).toMatchObject({ name: 'Play', result: 'accepted' });
  });

  it('plays the loaded routine without a default, and refuses without either', async () => {
    const session = createSession({});
    await session.command('Play');
    expect(session.lastCommand).toMatchObject({
      result: 'refused',
      message: expect.stringContaining('default routine'),
    });
    state = idleSession({ routine: { id: 'r', name: 'R', version: 1, stepCount: 1 } });
    await session.command('Play');
    expect(sent).toEqual([['playRoutine', {}]]);
  });

  it('reports why a command was refused', async () => {
    answers = { recover: Promise.resolve(refused) };
    const session = createSession();
    await session.command('Reset');
    expect(session.lastCommand).toMatchObject({ result: 'refused', message: 'Ada controls the robot' });
    answers = { recover: Promise.reject(new Error('away')) };
    await session.command('Reset');
    expect(session.lastCommand).toMatchObject({ result: 'refused', message: 'away' });
  });

  it('answers the prompt of the run, if there is one', async () => {
    const session = createSession();
    await session.command('Acknowledge');
    expect([sent, session.result]).toEqual([[], 'refused']);
    state = idleSession({ prompt });
    await session.command('Acknowledge');
    expect(sent).toEqual([['confirmStep', { stepID: 'step_1' }]]);
  });

  it('stops at once, and drops a Play that was loading and commands that waited', async () => {
    let finish = (_: RunnerResponse) => {};
    answers = { loadRoutine: new Promise((resolve) => (finish = resolve)) };
    const session = createSession();
    const played = session.command('Play');
    const reset = session.command('Reset');
    await flushPromises();
    await session.command('Stop');
    expect(sent).toEqual([
      ['loadRoutine', { routineID: 'routine_1' }],
      ['stop', {}],
    ]);
    finish(accepted);
    await Promise.all([played, reset]);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['pause', [['pauseRoutine', {}]]],
    ['stop', [['stop', {}]]],
    ['ignore', []],
  ] as const)('reacts to the loss of the line with %s', async (reaction, expected) => {
    await createSession().handleLoss(reaction);
    expect(sent).toEqual(expected);
  });
});
