import { ProductError } from '@cellwright/domain/basics';
import { createGate, flushPromises, idleSession } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openRobotRoom, type RobotRoom, runnerOf } from '../testing/robot-room.fixture.ts';

/** Rounded like the numbers of programs: close enough to a unit quaternion. */
const rounded = Number(Math.SQRT1_2.toFixed(3));
const joints = (first: number) => ({ joints: [first, 0, 0, 0, 0, 0] });
const placed = (x: number, more: object = {}) => ({
  position: { x, y: 0.4, z: 1.3 },
  orientation: { kind: 'quaternion', quaternion: { x: 0, y: 0, z: rounded, w: rounded } },
  ...more,
});
const there = { result: 'Success', commandID: 'c1' };
const arm = '/movement/position/arm';

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
  room.runner = runnerOf({ moveToJointSpacePoint: there, moveToCartesianSpacePose: there });
});
afterEach(() => room.close());

const move = (body: object, headers: Readonly<Record<string, string>> = {}) => room.ask('POST', arm, { body, headers });
const refused = (status: number, error: string) => ({ status, answer: { error } });
const refuseWith = (code: 'brakes_must_be_disengaged' | 'robot_not_idle' | 'api_control_required') => () => {
  throw new ProductError(code, 'Not now');
};

describe('The arm position', () => {
  it('has radians, and metres in the base frame', async () => {
    expect((await room.ask('GET', arm)).answer).toEqual({
      joint_rotations: [0, 0, 0, 0, 0, 0],
      tooltip_position: {
        position: { unit_kind: 'meters', x: 0, y: 0.35, z: 1.46 },
        orientation: { kind: 'quaternion', quaternion: { x: 0, y: 0, z: 0, w: 1 } },
        reference_frame: 'base',
      },
    });
  });
});

describe('A move', () => {
  it.each(['joint_rotation', 'joint_rotations', 'tooltip_position', 'tooltip_positions'])(
    'requires the data of its kind %s',
    async (kind) => {
      for (const body of [{ kind }, { kind, [kind]: null }, { kind, [kind]: [] }]) {
        expect(await move(body)).toMatchObject(refused(400, 'request_failed_validation'));
      }
      expect(room.sent).toEqual([]);
    },
  );

  it('sends one runner message for joints, and for the tool by joints or on a line', async () => {
    expect((await move({ kind: 'joint_rotation', joint_rotation: joints(1) })).answer).toEqual({ kind: 'success' });
    await move({ kind: 'tooltip_position', tooltip_position: placed(0.1), movement_kind: 'line' });
    await move({ kind: 'tooltip_position', tooltip_position: placed(0.1), movement_kind: null });
    expect(room.sent).toMatchObject([
      { kind: 'moveToJointSpacePoint', payload: { jointAngles: joints(1).joints, isHeld: false } },
      { kind: 'moveToCartesianSpacePose', payload: { pose: { x: 0.1, k: rounded, w: rounded }, motionKind: 'line' } },
      { kind: 'moveToCartesianSpacePose', payload: { motionKind: 'joint' } },
    ]);
  });

  it('sends one message for each place of a list, in order, up to the first failure', async () => {
    let left = 2;
    room.runner = () => ({ result: left-- > 0 ? 'Success' : 'PlanningFailed', commandID: 'c1' });
    const answered = await move({ kind: 'joint_rotations', joint_rotations: [1, 2, 3, 4].map(joints) });
    expect(answered).toMatchObject({ status: 200, answer: { kind: 'failure' } });
    expect(room.sent).toMatchObject([1, 2, 3].map((first) => ({ payload: { jointAngles: joints(first).joints } })));
  });

  it('continues to its place when its program disconnects, and skips the rest of its list', async () => {
    const { url, closed } = await room.listen();
    const begun = createGate();
    const arrived = createGate();
    room.runner = async () => {
      begun.open();
      await arrived.passed;
      return there;
    };
    const program = new AbortController();
    const body = JSON.stringify({ kind: 'joint_rotations', joint_rotations: [1, 2, 3].map(joints) });
    const headers = { 'content-type': 'application/json' };
    const asked = fetch(`${url}${arm}`, { method: 'POST', body, headers, signal: program.signal });
    await begun.passed;
    program.abort();
    await expect(asked).rejects.toThrow();
    await closed;
    arrived.open();
    await flushPromises();
    expect(room.sent).toMatchObject([{ kind: 'moveToJointSpacePoint', payload: { jointAngles: joints(1).joints } }]);
  });

  it('has the speed of its profile', async () => {
    const speed_profile = {
      max_joint_speeds: [1, 2, 3, 4, 5, 6],
      max_joint_accelerations: [1, 1, 1, 1, 1, 2],
      max_joint_torques: [9, 9, 9, 9, 9, 9],
      max_tooltip_speed: 0.25,
      scaling_factor: 0.5,
      base_velocity_scaling: 0.5,
      base_acceleration_scaling: 0.5,
    };
    await move({ kind: 'joint_rotation', joint_rotation: joints(1), speed_profile });
    await move({ kind: 'joint_rotation', joint_rotation: joints(1), speed_profile: { scaling_factor: null } });
    expect(room.sent.map(({ payload }) => payload)).toEqual([
      {
        ...{ jointAngles: joints(1).joints, isHeld: false, mayAvoid: true, motionSpeed: 25, maxTooltipSpeed: 0.25 },
        maxJointSpeeds: [1, 2, 3, 4, 5, 6],
        maxJointAccelerations: [1, 1, 1, 1, 1, 2],
        accelerationScaling: 0.5,
      },
      { jointAngles: joints(1).joints, isHeld: false, mayAvoid: true, motionSpeed: 100 },
    ]);
  });

  it.each([
    [{ speed_profile: { max_tooltip_sped: 0.05 } }, 'max_tooltip_speed'],
    [{ speed_profile: { maxTooltipSpeed: 0.05 } }, 'max_tooltip_speed'],
    [{ speed_profile: { max_joint_speed: [1, 1, 1, 1, 1, 1] } }, 'max_joint_speeds'],
    [{ speedProfile: { max_tooltip_speed: 0.05 } }, 'speed_profile'],
  ])('refuses a misspelt limit, which would not be in force: %j', async (fields, meant) => {
    const { status, answer } = await move({ kind: 'joint_rotation', joint_rotation: joints(1), ...fields });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: 'request_failed_validation', message: expect.stringContaining(meant) });
    expect(room.sent).toEqual([]);
  });

  it('accepts further fields, which newer programs send', async () => {
    const speed_profile = { max_tooltip_speed: 0.1, max_tooltip_acceleration: 1 };
    await move({ kind: 'joint_rotation', joint_rotation: joints(1), speed_profile, workspace: 'a' });
    expect(room.sent).toMatchObject([{ payload: { maxTooltipSpeed: 0.1 } }]);
  });

  it.each([
    [{ base_acceleration_scaling: 0.05 }, { motionSpeed: 100, accelerationScaling: 0.05 }],
    [{ base_velocity_scaling: 0.06 }, { motionSpeed: 6 }],
  ])('keeps a scaling that is given alone: %j', async (speed_profile, expected) => {
    await move({ kind: 'tooltip_position', tooltip_position: placed(0.1), speed_profile });
    expect(room.sent).toMatchObject([{ payload: expected }]);
  });

  it('may take a detour, also while heartbeats arrive', async () => {
    await move({ kind: 'joint_rotation', joint_rotation: joints(1) });
    await room.ask('POST', `${arm}/controlled`, { body: { kind: 'tooltip_position', tooltip_position: placed(0.1) } });
    const moves = room.sent.filter(({ kind }) => kind.startsWith('moveTo'));
    expect(moves).toMatchObject([{ payload: { mayAvoid: true } }, { payload: { mayAvoid: true, isHeld: true } }]);
  });

  it('names the place of a list that it did not reach', async () => {
    let left = 2;
    room.runner = () => ({ result: left-- > 0 ? 'Success' : 'The target is out of reach', commandID: 'c1' });
    const answered = await move({
      kind: 'tooltip_positions',
      tooltip_positions: [0.1, 0.2, 0.9].map((x) => placed(x)),
    });
    expect(answered.answer).toMatchObject({
      failure: {
        reason: 'Failed to generate a motion plan',
        internal_reason: 'place 3 of 3: The target is out of reach',
      },
    });
  });

  it('without a path returns 200 with the specified text', async () => {
    room.runner = runnerOf({ moveToJointSpacePoint: { result: 'Joint 0 is beyond its limit', commandID: 'c1' } });
    expect(await move({ kind: 'joint_rotation', joint_rotation: joints(100) })).toMatchObject({
      status: 200,
      answer: {
        kind: 'failure',
        failure: {
          kind: 'motion_failed_unknown_reason',
          reason: 'Failed to generate a motion plan',
          internal_reason: 'Joint 0 is beyond its limit',
        },
      },
    });
  });

  it.each([
    ['brakes_must_be_disengaged', 500],
    ['robot_not_idle', 503],
  ] as const)('returns %s as %i, controlled or not', async (code, status) => {
    room.runner = refuseWith(code);
    const body = { kind: 'joint_rotation', joint_rotation: joints(1) };
    for (const path of [arm, `${arm}/controlled`]) {
      expect(await room.ask('POST', path, { body })).toMatchObject(refused(status, code));
    }
  });

  it('requires an existing calibration, by name or id', async () => {
    room.stored.set('globalSpace', [
      { id: 'space_1', kind: 'localAccuracyCalibration', name: 'Table', positions: [] },
      { id: 'space_2', kind: 'singlePosition', name: 'Above', positions: [] },
    ]);
    const to = (name: string) =>
      move({ kind: 'tooltip_position', tooltip_position: placed(0.1, { local_accuracy_calibration: name }) });
    for (const name of ['Table', 'space_1']) expect(await to(name)).toMatchObject({ answer: { kind: 'success' } });
    for (const name of ['Above', 'nowhere', '']) {
      expect(await to(name)).toMatchObject(refused(400, 'invalid_space_specified'));
    }
  });

  describe('A move of a live robot under control of users', () => {
    const live = { 'robot-kind': 'live' };
    const body = { kind: 'joint_rotation', joint_rotation: joints(1) };

    it('switches to program control first', async () => {
      let isTaken = false;
      room.runner = ({ kind }) => {
        if (kind === 'setControlMode') isTaken = true;
        else if (!isTaken) refuseWith('api_control_required')();
        return kind === 'setControlMode' ? { kind: 'api' } : there;
      };
      expect(await move(body, live)).toMatchObject({ status: 200, answer: { kind: 'success' } });
      expect(room.sent.map(({ kind }) => kind)).toEqual([
        'moveToJointSpacePoint',
        'setControlMode',
        'moveToJointSpacePoint',
      ]);
    });

    it('fails if the cell is configured so, or another client keeps control', async () => {
      room.runner = refuseWith('api_control_required');
      room.states.live = idleSession({ robotKind: 'live', controlMode: 'api' });
      expect(await move(body, live)).toMatchObject(refused(400, 'api_control_required'));
      const strict = await openRobotRoom({ movesTakeControl: false });
      strict.runner = refuseWith('api_control_required');
      const answered = await strict.ask('POST', arm, { body, headers: live });
      expect(answered).toMatchObject(refused(400, 'api_control_required'));
      expect(strict.sent).toHaveLength(1);
      await strict.close();
    });
  });
});

describe('A controlled move', () => {
  const statusSchema = z.object({
    id: z.string().min(1),
    is_active: z.boolean(),
    event: z.object({ kind: z.string() }),
  });
  const start = async (body: object = {}) =>
    statusSchema.parse(
      (
        await room.ask('POST', `${arm}/controlled`, {
          body: { kind: 'joint_rotation', joint_rotation: joints(1), heartbeat_interval: 100, ...body },
        })
      ).answer,
    );
  const beat = async (id: string) =>
    statusSchema.parse((await room.ask('POST', `${arm}/controlled/${id}/heartbeat`)).answer);

  /** Starts a runner in which the test ends the move. */
  function startMoving() {
    let end: (result: string) => void = () => undefined;
    const ended = new Promise((resolve) => {
      end = (result) => resolve({ result, commandID: 'c1' });
    });
    room.runner = ({ kind }) => (kind === 'holdHeartbeat' ? { isActive: true } : ended);
    return { end };
  }

  it('returns as soon as it is accepted, and reports its progress until it ends', async () => {
    const motion = startMoving();
    const { id, ...taken } = await start();
    expect(taken).toEqual({ is_active: true, event: { kind: 'planning' } });
    room.states.simulated = idleSession({ kind: 'RunningAdHocCommand', motionActivity: 'moving' });
    expect(await beat(id)).toEqual({ id, is_active: true, event: { kind: 'begin_motion' } });
    motion.end('Success');
    for (let n = 0; n < 2; n++) expect(await beat(id)).toEqual({ id, is_active: false, event: { kind: 'success' } });
    const moved = room.sent.find(({ kind }) => kind === 'moveToJointSpacePoint');
    expect(moved).toMatchObject({ payload: { isHeld: true, heartbeatIntervalMS: 100, commandID: `${id}-0` } });
  });

  it('first returns active, even if its planning has already failed', async () => {
    room.runner = ({ kind }) =>
      kind === 'holdHeartbeat' ? { isActive: false } : { result: 'PlanningFailed', commandID: 'c1' };
    const { id, ...taken } = await start();
    expect(taken).toEqual({ is_active: true, event: { kind: 'planning' } });
    expect(await beat(id)).toMatchObject({ is_active: false, event: { kind: 'failure' } });
  });

  it('without a path ends with the specified text', async () => {
    const motion = startMoving();
    const { id } = await start();
    motion.end('PlanningFailed');
    await beat(id);
    expect(await room.ask('POST', `${arm}/controlled/${id}/heartbeat`)).toMatchObject({
      status: 200,
      answer: {
        is_active: false,
        event: { kind: 'failure', failure: { reason: 'Failed to generate a motion plan' } },
      },
    });
  });

  it('does not fail if it ends without heartbeats', async () => {
    const motion = startMoving();
    const { id } = await start({ heartbeat_interval: 1 });
    motion.end('Interrupted');
    await beat(id);
    expect(await beat(id)).toMatchObject({ is_active: false, event: { kind: 'canceled' } });
    expect((await room.ask('GET', '/recovery/status')).answer).toEqual({ failed: false, status: 'Idle' });
  });

  it.each([0, -1, 1.5, '100', 60_001])('rejects the interval %j', async (heartbeat_interval) => {
    const body = { kind: 'joint_rotation', joint_rotation: joints(1), heartbeat_interval };
    expect(await room.ask('POST', `${arm}/controlled`, { body })).toMatchObject(
      refused(400, 'request_failed_validation'),
    );
  });

  it('has no heartbeat before it was started', async () => {
    expect(await room.ask('POST', `${arm}/controlled/nobody/heartbeat`)).toMatchObject({
      status: 404,
      answer: { error: 'not_found', message: 'Invalid command ID' },
    });
  });
});
