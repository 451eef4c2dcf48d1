import { type Clock, type ErrorCode, errorTable, isErrorCode, ProductError } from '@cellwright/domain/basics';
import { systemClock } from '@cellwright/service-kit';
import { idleSession } from '@cellwright/testkit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { nastyJson, nastyText } from '@cellwright/testkit/generators';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { robotOperations } from '../testing/robot-operations.fixture.ts';
import { openRobotRoom, type RobotRoom, runnerOf } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
});
afterEach(() => room.close());

const knownCodes = Object.keys(errorTable).filter((code) => isErrorCode(code) && errorTable[code].sdk);
const envelope = z.strictObject({ error: z.enum(knownCodes), message: z.string().min(1) });

const pose = { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: 1 };
const results = {
  getControlMode: { kind: 'api' },
  setControlMode: { kind: 'api' },
  takeOverControl: { sequence: 1 },
  setBrakes: { state: 'engaged' },
  loadRoutine: { routineID: 'r1', version: 1 },
  playRoutine: { runID: 'run_1' },
  moveToJointSpacePoint: { result: 'Success', commandID: 'c1' },
  holdHeartbeat: { isActive: true },
  forwardKinematics: { pose },
  setROSControlEnabled: { isEnabled: true },
};

const right = (body: unknown) => fc.constant(body);

/** Generates a body, one with a wrong value in one of its fields, and arbitrary values. */
function wrong(body: unknown): fc.Arbitrary<unknown> {
  const anything = fc.oneof(nastyJson, nastyText, fc.constantFrom('', '{', 'null', '[]'));
  const fields = Object.keys(Object(body));
  if (fields.length === 0) return fc.oneof(right(body), anything);
  const changed = fc
    .tuple(fc.constantFrom(...fields), nastyJson)
    .map(([field, value]) => ({ ...Object(body), [field]: value }));
  return fc.oneof(right(body), changed, anything);
}

/** Generates a path, and the same with wrong parameters. */
function nearly(path: string): fc.Arbitrary<string> {
  const other = nastyText.map((text) => encodeURIComponent(Buffer.from(text.slice(0, 40)).toString()));
  const changed = other.map((text) => path.replace(/(?<=\/)(?:r1|c1|parts)(?=\/|$)|(?<==)[^&]*/, text));
  return fc.oneof(right(path).map(String), changed);
}

/** Creates a clock that immediately ends the waits of a program without a response. */
function impatientClock(): Clock {
  let passed = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + passed,
    async sleep(ms) {
      passed += ms;
    },
  };
}

describe('An operation that existing programs use', () => {
  beforeEach(() => {
    room.runner = runnerOf(results);
  });

  it.each([...robotOperations])(
    '%s %s exists: returns 200, or an error in the envelope',
    async (method, path, body) => {
      const answered = await room.ask(method, path, { body });
      if (answered.status === 200) return;
      expect([400, 403, 404, 500, 503]).toContain(answered.status);
      expect(envelope.parse(answered.answer).error).not.toBe('internal_server_error');
    },
  );

  it('never crashes, for any input', async () => {
    await room.close();
    room = await openRobotRoom({ clock: impatientClock() });
    room.runner = runnerOf({ ...results, moveToCartesianSpacePose: results.moveToJointSpacePoint });
    room.stored.set('routines', [{ id: 'r1', name: 'Pick' }]);
    const asking = fc.constantFrom(...robotOperations).chain(([method, path, body]) =>
      fc.record({
        method: fc.constant(method),
        path: nearly(path),
        body: method === 'GET' ? right(body) : wrong(body),
      }),
    );
    const states = fc.constantFrom(undefined, idleSession(), idleSession({ brakes: 'disengaged' }));
    await fc.assert(
      fc.asyncProperty(asking, states, async ({ method, path, body }, state) => {
        room.states.simulated = state;
        const { status, type, answer } = await room.ask(method, path, { body });
        if (status === 200) return;
        expect(type).toContain('application/json');
        expect([400, 403, 404, 413, 500, 503]).toContain(status);
        expect(envelope.parse(answer).error).not.toBe('internal_server_error');
      }),
      { numRuns: propertyRuns(80, 2000) },
    );
  });

  it('omits fields instead of sending null, which crashes older clients', async () => {
    room.stored.set('routines', [{ id: 'r1', name: 'Pick', environmentVariables: [], space: [] }]);
    for (const [method, path, body] of robotOperations.filter(([, path]) => path !== '/api-srv/graphql')) {
      const { status, answer } = await room.ask(method, path, { body });
      if (status === 200) expect(`${path} ${JSON.stringify(answer)}`).not.toContain('null');
    }
  });
});

describe('A code of the runner', () => {
  const table: Readonly<Record<string, number>> = {
    authorization_required: 401,
    request_failed_validation: 400,
    invalid_parameters: 400,
    not_found: 404,
    routine_does_not_exist: 404,
    cannot_play_routine: 400,
    routine_must_be_playing: 400,
    routine_must_be_running: 400,
    brakes_must_be_disengaged: 400,
    robot_not_idle: 503,
    invalid_space_specified: 400,
    io_safeguard_error: 403,
    camera_disconnected: 503,
    internal_server_error: 500,
    cannot_change_ros_state: 500,
    service_initializing: 503,
  };

  it.each(Object.entries(table))('%s is returned with the status %i', async (code, status) => {
    if (!isErrorCode(code)) throw new Error(code);
    expect(await refusal(code)).toEqual([status, code]);
  });

  it.each(knownCodes.filter((code) => table[code] === undefined))(
    '%s, which has no known status, becomes a client or internal error, never 409',
    async (code) => {
      if (!isErrorCode(code)) throw new Error(code);
      const [status, told] = await refusal(code);
      expect(told).toBe(code);
      expect([400, 500]).toContain(status);
    },
  );

  async function refusal(code: ErrorCode) {
    room.runner = () => {
      throw new ProductError(code, 'Not now');
    };
    const { status, answer } = await room.ask('POST', '/payload', { body: { mass: 1 } });
    return [status, envelope.parse(answer).error];
  }
});

describe('Playing a routine', () => {
  it.each([undefined, 'null', {}, { variables: null }, { variables: {} }])('needs no variables: %j', async (body) => {
    room.stored.set('routines', [{ id: 'r1', name: 'Pick' }]);
    room.states.simulated = idleSession({ brakes: 'disengaged' });
    room.runner = runnerOf({ loadRoutine: { routineID: 'r1', version: 1 }, playRoutine: { runID: 'run_1' } });
    const played = await room.ask('POST', '/routine-editor/routines/r1/play', { body });
    expect(played).toMatchObject({ status: 200, answer: { status: 'RoutineRunning' } });
    expect(room.sent).toMatchObject([{ kind: 'loadRoutine' }, { kind: 'playRoutine', payload: { variables: {} } }]);
  });
});

describe('A list', () => {
  const routines = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, name: `Routine ${n}` }));
  const pageSchema = z.object({
    items: z.array(z.object({ id: z.string() })),
    pagination: z.object({ total: z.number(), limit: z.number(), offset: z.number() }),
  });
  const list = async (query: string) =>
    pageSchema.parse((await room.ask('GET', `/routine-editor/routines?${query}`)).answer);

  it.each([
    ['routine-editor/routines', 'limit=0', 'Limit must be greater than 0.'],
    ['routine-editor/routines', 'limit=-3', 'Limit must be greater than 0.'],
    ['routine-editor/routines', 'limit=1&offset=-1', 'Offset must be greater than or equal to 0.'],
    ['space/planes', 'limit=0', 'Limit must be greater than 0.'],
    ['space/planes', 'offset=-1', 'Offset must be greater than or equal to 0.'],
  ])('/%s?%s is rejected with these words', async (path, query, message) => {
    const { status, answer } = await room.ask('GET', `/${path}?${query}`);
    expect([status, answer]).toEqual([400, { error: 'invalid_parameters', message }]);
  });

  it('has the number of items on the page as total, and is empty after its end', async () => {
    room.stored.set('routines', routines(3));
    expect((await list('limit=2&offset=0')).pagination).toEqual({ total: 2, limit: 2, offset: 0 });
    expect(await list('limit=2&offset=3')).toEqual({ items: [], pagination: { total: 0, limit: 2, offset: 3 } });
  });

  it.each([1, 7, 100, 1000, 1200, 5000])('read %i at a time contains everything once, in one order', async (limit) => {
    room.stored.set('routines', routines(2345));
    const found: string[] = [];
    for (let offset = 0; ; offset += limit) {
      if (limit < 100 && offset >= 10 * limit) break;
      const { items } = await list(`limit=${limit}&offset=${offset}`);
      if (items.length === 0) break;
      found.push(...items.map(({ id }) => id));
    }
    expect(found).toEqual(routines(limit < 100 ? 10 * limit : 2345).map(({ id }) => id));
  });
});
