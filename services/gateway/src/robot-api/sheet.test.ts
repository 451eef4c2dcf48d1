import { type ErrorCode, errorTable, isErrorCode, ProductError } from '@cellwright/domain';
import { idleSession } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openRobotRoom, type RobotRoom, runnerOf } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
});
afterEach(() => room.close());

const knownCodes = Object.keys(errorTable).filter((code) => isErrorCode(code) && errorTable[code].sdk);
const envelope = z.strictObject({ error: z.enum(knownCodes), message: z.string().min(1) });

/** Every operation that existing programs know, with what it needs to be asked rightly. */
const operations: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown][] = [
  ['GET', '/status/health'],
  ['GET', '/status/control-mode'],
  ['POST', '/status/control-mode', { kind: 'api' }],
  ['GET', '/movement/brakes'],
  ['POST', '/movement/brakes', { state: 'engaged' }],
  ['POST', '/movement/brakes/emergency-stop', { reason: 'to try it' }],
  ['GET', '/movement/position/arm'],
  ['POST', '/movement/position/arm', { kind: 'joint_rotation', joint_rotation: { joints: [0, 0, 0, 0, 0, 0] } }],
  [
    'POST',
    '/movement/position/arm/controlled',
    { kind: 'joint_rotation', joint_rotation: { joints: [0, 0, 0, 0, 0, 0] } },
  ],
  ['POST', '/movement/position/arm/controlled/c1/heartbeat'],
  ['GET', '/joints'],
  ['GET', '/poses/joints-position'],
  ['GET', '/poses/tooltip-position'],
  ['GET', '/poses/flange-position'],
  ['POST', '/poses/cartesian-pose', { pose: { x: 1, y: 2, z: 3, rx: 4, ry: 5, rz: 6 } }],
  ['POST', '/poses/joint-pose', { pose: { j0: 0, j1: 0, j2: 0, j3: 0, j4: 0, j5: 0 } }],
  ['POST', '/poses/pose-distance', {}],
  ['POST', '/poses/add', {}],
  ['POST', '/poses/subtract', {}],
  ['POST', '/poses/cartesian-offset', { pose: { x: 1 } }],
  ['GET', '/payload'],
  ['POST', '/payload', { mass: 1 }],
  ['GET', '/io'],
  ['POST', '/io', { state: { 'Output 1': 'high' } }],
  ['GET', '/equipment'],
  ['GET', '/equipment/end-effector/configuration'],
  ['POST', '/equipment/end-effector/control', { kind: 'onrobot_2fg7' }],
  ['GET', '/equipment/custom/sensors'],
  ['GET', '/routine-editor/routines?limit=1&offset=0'],
  ['GET', '/routine-editor/routines/r1'],
  ['GET', '/routine-editor/routines/r1/spaces?exclude_global_spaces=true'],
  ['GET', '/routine-editor/routines/r1/state'],
  ['GET', '/routine-editor/routines/r1/step-variables?step_id_map=True'],
  ['POST', '/routine-editor/routines/r1/play', { variables: null }],
  ['POST', '/routine-editor/routines/r1/pause'],
  ['POST', '/routine-editor/stop'],
  ['GET', '/routine-editor/variables/parts'],
  ['POST', '/routine-editor/variables/parts', { value: '1' }],
  ['GET', '/space/globals'],
  ['GET', '/space/planes?limit=1&offset=0'],
  ['GET', '/recovery/status'],
  ['POST', '/recovery/recover'],
  ['POST', '/faults/user-fault', { message: 'It is broken', isRecoverable: true }],
  ['GET', '/camera/status'],
  ['GET', '/camera/frame/rgb', { camera_settings: {} }],
  ['GET', '/camera/stream/rgb'],
  ['GET', '/camera/stream'],
  ['POST', '/camera/settings', {}],
  ['GET', '/camera/intrinsics/rgb'],
  ['GET', '/cameras/connected'],
  ['GET', '/camera/c1/frame'],
  ['GET', '/movement/ros/state'],
  ['POST', '/movement/ros/state', { action: 'enabled' }],
  ['GET', '/ros/dds/configuration'],
  ['POST', '/ros/dds/configuration', {}],
  ['GET', '/identity/bot_identity'],
  ['POST', '/external-control/start', {}],
  ['POST', '/external-control/stop', {}],
  ['GET', '/metrics/prometheus'],
  ['POST', '/internal-only/speech-to-text', { encoded_audio_data: 'aGk=' }],
  ['POST', '/internal-only/text-to-skill', { text: 'pick it up', skills: ['pick'] }],
  ['POST', '/internal-only/create-remote-control-auth-token', {}],
  ['POST', '/api-srv/graphql', { query: '{ boardNotes(boardSerialNumber: "B1") { id } }' }],
  ['GET', '/recorder/state'],
  ['POST', '/recorder/start', {}],
  ['POST', '/recorder/stop', {}],
  ['POST', '/recorder/save', {}],
  ['POST', '/recorder/update', {}],
  ['POST', '/recorder/set-bot-enabled', {}],
  ['POST', '/recorder/clear-hardware-config-cache'],
  ['GET', '/teleop/state'],
  ['POST', '/teleop/start', {}],
  ['POST', '/teleop/stop', {}],
  ['POST', '/teleop/set-bot-enabled', {}],
  ['POST', '/teleop/set-gripper-bounds', {}],
  ['POST', '/teleop/set-ratio-control', {}],
  ['POST', '/teleop/set-config', {}],
  ['GET', '/teleop/settings'],
  ['POST', '/teleop/settings', {}],
  ['POST', '/teleop/session-overrides', {}],
  ['POST', '/teleop/session/start', {}],
  ['POST', '/teleop/session/stop', {}],
  ['POST', '/teleop/session/heartbeat', {}],
  ['POST', '/teleop/set-robot-frame', {}],
  ['POST', '/teleop/set-bolt-head-position', {}],
  ['GET', '/movement/teleop/state'],
  ['POST', '/movement/teleop/state', { action: 'start' }],
  ['GET', '/webrtc/messages?baseUrl=http://x&clientId=c'],
  ['POST', '/webrtc/message', {}],
  ['POST', '/messenger/peers', {}],
  ['DELETE', '/messenger/peers'],
  ['GET', '/calibration/active'],
  ['POST', '/calibration/active', {}],
];

const pose = { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: 1 };
const results = {
  getControlMode: { kind: 'api' },
  setControlMode: { kind: 'api' },
  takeOverControl: { sequence: 1 },
  setBrakes: { state: 'engaged' },
  moveToJointSpacePoint: { result: 'Success', commandID: 'c1' },
  holdHeartbeat: { isActive: true },
  forwardKinematics: { pose },
  setROSControlEnabled: { isEnabled: true },
};

describe('an operation that existing programs know', () => {
  beforeEach(() => {
    room.runner = runnerOf(results);
  });

  it.each(operations)('%s %s is there: answered 200, or refused in the envelope', async (method, path, body) => {
    const answered = await room.ask(method, path, { body });
    if (answered.status === 200) return;
    expect([400, 403, 404, 500, 503]).toContain(answered.status);
    expect(envelope.parse(answered.answer).error).not.toBe('internal_server_error');
  });

  it('sends no null where a field is left out: older clients break on it', async () => {
    room.stored.set('routines', [{ id: 'r1', name: 'Pick', environmentVariables: [], space: [] }]);
    for (const [method, path, body] of operations.filter(([, path]) => path !== '/api-srv/graphql')) {
      const { status, answer } = await room.ask(method, path, { body });
      if (status === 200) expect(`${path} ${JSON.stringify(answer)}`).not.toContain('null');
    }
  });
});

describe('a code of the runner', () => {
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

  it.each(Object.entries(table))('%s is answered with the status %i', async (code, status) => {
    if (!isErrorCode(code)) throw new Error(code);
    expect(await refusal(code)).toEqual([status, code]);
  });

  it.each(knownCodes.filter((code) => table[code] === undefined))(
    '%s, whose status nobody knows, is what the caller did or what broke: never 409',
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

describe('playing a routine', () => {
  it.each([undefined, 'null', {}, { variables: null }, { variables: {} }])('needs no variables: %j', async (body) => {
    room.stored.set('routines', [{ id: 'r1', name: 'Pick' }]);
    room.states.simulated = idleSession({ brakes: 'disengaged' });
    room.runner = runnerOf({ loadRoutine: { routineID: 'r1', version: 1 }, playRoutine: { runID: 'run_1' } });
    const played = await room.ask('POST', '/routine-editor/routines/r1/play', { body });
    expect(played).toMatchObject({ status: 200, answer: { status: 'RoutineRunning' } });
    expect(room.sent).toMatchObject([{ kind: 'loadRoutine' }, { kind: 'playRoutine', payload: { variables: {} } }]);
  });
});

describe('a list', () => {
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
  ])('/%s?%s is refused in these words', async (path, query, message) => {
    const { status, answer } = await room.ask('GET', `/${path}?${query}`);
    expect([status, answer]).toEqual([400, { error: 'invalid_parameters', message }]);
  });

  it('has as its total what is on the page, and is empty beyond its end', async () => {
    room.stored.set('routines', routines(3));
    expect((await list('limit=2&offset=0')).pagination).toEqual({ total: 2, limit: 2, offset: 0 });
    expect(await list('limit=2&offset=3')).toEqual({ items: [], pagination: { total: 0, limit: 2, offset: 3 } });
  });

  it.each([1, 7, 100, 1000, 1200, 5000])('taken %i at a time has everything once, in one order', async (limit) => {
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
