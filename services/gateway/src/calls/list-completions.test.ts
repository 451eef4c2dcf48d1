import type { RobotKind } from '@cellwright/domain/robot';
import type { Completion } from '@cellwright/domain/routine';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCallApp } from '../testing/call-app.fixture.ts';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { listCompletions } from './list-completions.ts';

const item = (kind: Completion['kind'], id: string, name: string): Completion => ({
  ...{ kind, id, name, type: 'number', scope: 'routine', owner: null, insert: null, value: null },
});
const items = [
  item('variable', 'variable_1', 'count'),
  item('stepVariable', 'step_1', 'completedCount'),
  item('port', 'Input 1', 'Input 1'),
  item('device', 'equipment_1', 'Gripper'),
];
const loaded: RobotSessionState = {
  ...sessionState,
  io: { 'Input 1': 'high' },
  routine: { id: 'routine_1', name: 'One', version: 3, stepCount: 1 },
  variables: { variable_1: { name: 'count', value: 4, isGlobal: false } },
  steps: { step_1: { state: 'playing', variables: { completedCount: 2 } } },
};

let app: FastifyInstance;
let state: RobotSessionState | undefined;

beforeEach(async () => {
  const feedOf = (robotKind: RobotKind) => ({
    snapshot: () =>
      state && robotKind === 'simulated' ? { kind: 'snapshot' as const, seq: 1, hash: 0, state } : undefined,
  });
  const deps = {
    library: { completeRoutine: async () => ({ completionsJson: Buffer.from(JSON.stringify(items)) }) },
    feeds: { live: feedOf('live'), simulated: feedOf('simulated') },
  };
  app = await openCallApp({
    access: 'signedIn',
    gateway: { listCompletions: (input) => listCompletions(deps, input) },
  });
});
afterEach(() => app.close());

async function ask(path: string): Promise<{ isLoaded: boolean; values: unknown[] }> {
  const { body } = await app.inject({ url: `/routines/${path}` });
  const answer: { isLoaded: boolean; items: Completion[] } = JSON.parse(body);
  return { isLoaded: answer.isLoaded, values: answer.items.map(({ value }) => value) };
}

describe('listCompletions', () => {
  it('includes current values if the robot has the routine loaded', async () => {
    state = loaded;
    expect(await ask('routine_1/completions')).toEqual({ isLoaded: true, values: [4, 2, 'high', null] });
  });

  it('includes only values of signals if it has another one loaded', async () => {
    state = loaded;
    expect(await ask('routine_2/completions')).toEqual({ isLoaded: false, values: [null, null, 'high', null] });
  });

  it('includes no values without the robot', async () => {
    state = undefined;
    expect(await ask('routine_1/completions')).toEqual({ isLoaded: false, values: [null, null, null, null] });
    state = loaded;
    expect(await ask('routine_1/completions?robotKind=live')).toEqual({
      isLoaded: false,
      values: [null, null, null, null],
    });
    expect((await app.inject({ url: '/routines/routine_1/completions?robotKind=other' })).statusCode).toBe(400);
  });
});
