import { defaultArm } from '@cellwright/arm';
import { rotateVec3 } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createToolPose } from '../arm/tool-pose.ts';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { far, home, joint0, near, startIdle, startMoving } from '../testing/moving-cell.fixture.ts';

const computeToolPose = createToolPose(defaultArm);

describe('manual motion', () => {
  it('moves to a target and returns Success', async () => {
    const cell = await startIdle();
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false })).toMatchObject({
      ok: true,
      result: { result: 'Success', commandID: expect.any(String) },
    });
    expect(cell.robot.state.positions).toEqual(near);
    expect(cell.state()).toMatchObject({ kind: 'Idle', motionActivity: 'none' });
  });

  it('moves straight or not at all, unless detours are allowed', async () => {
    const cell = await startIdle();
    await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false });
    await cell.ask('moveToJointSpacePoint', { jointAngles: home, isHeld: false, mayAvoid: true });
    expect(cell.planner.requests).toMatchObject([{ mayAvoid: false }, { mayAvoid: true }]);
  });

  it('scales the accelerations after the caps and the speed profile', async () => {
    const cell = await startIdle();
    const move = async (caps: object) => {
      await cell.ask('moveToJointSpacePoint', { jointAngles: near, ...caps, isHeld: false });
      return cell.planner.requests.at(-1)?.limits?.maxJointAccelerations ?? [];
    };
    const whole = await move({});
    expect(await move({ accelerationScaling: 0.05 })).toEqual(whole.map((acceleration) => acceleration * 0.05));
    const capped = await move({ maxJointAccelerations: [1, 1, 1, 1, 1, 1], accelerationScaling: 0.5 });
    expect(capped).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near, accelerationScaling: 0 })).toMatchObject({
      error: { code: 'request_failed_validation' },
    });
  });

  it('refuses a second command while one moves, and moves during a run', async () => {
    const cell = await startMoving();
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: home, isHeld: false })).toMatchObject({
      error: { code: 'robot_not_idle' },
    });
    await cell.ask('stop');
    await cell.clock.advance(200);
    const first = cell.send('moveToJointSpacePoint', { jointAngles: home, isHeld: false });
    expect(await cell.ask('moveJointRelative', { joint: 0, offset: 0.1, isHeld: false })).toMatchObject({
      error: { code: 'robot_not_idle' },
    });
    expect((await cell.clock.runUntilSettled(first)).ok).toBe(true);
  });

  it('requires released brakes', async () => {
    const cell = await startIdle();
    await cell.ask('setBrakes', { state: 'engaged' });
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false })).toMatchObject({
      error: { code: 'brakes_must_be_disengaged' },
    });
  });

  it('continues only while it is held, at most at 250 mm/s', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    for (let beat = 0; beat < 5; beat++) {
      await cell.clock.advance(100);
      expect(await cell.ask('holdHeartbeat', { commandID: 'c1' })).toMatchObject({ result: { isActive: true } });
    }
    await cell.clock.advance(240);
    expect(cell.robot.isMoving).toBe(true);
    await cell.clock.advance(100);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({
      result: {
        result: 'Interrupted',
        commandID: 'c1',
        message: expect.stringContaining('was released'),
        isLate: true,
      },
    });
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
    expect(await cell.ask('holdHeartbeat', { commandID: 'c1' })).toMatchObject({ result: { isActive: false } });
    expect(cell.state().kind).toBe('Idle');
    expect(joint0(cell)).toBeLessThan(1);
  });

  it('reports that it has to be held when it never was', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({
      ok: true,
      result: {
        result: 'Interrupted',
        message:
          'This move continues only while it is held. Send holdHeartbeat with its commandID every 100 ms, from the start',
        isLate: true,
      },
    });
  });

  it('does not count as late when it is released', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    await cell.clock.advance(100);
    await cell.ask('stopJog', { commandID: 'c1' });
    const ended = await cell.clock.runUntilSettled(moving);
    expect(ended).toMatchObject({ result: { result: 'Interrupted' } });
    expect(ended).not.toHaveProperty('result.isLate');
  });

  it('mentions no hold when a stop ends it', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    await cell.clock.advance(100);
    await cell.ask('stop');
    const ended = await cell.clock.runUntilSettled(moving);
    expect(ended).toMatchObject({ result: { result: 'Interrupted' } });
    expect(JSON.stringify(ended)).not.toContain('message');
  });

  it('does not count as late when a stop ends it, though no heartbeat comes while it decelerates', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    await cell.clock.advance(240);
    await cell.ask('stop');
    const ended = await cell.clock.runUntilSettled(moving);
    expect(ended).toMatchObject({ result: { result: 'Interrupted' } });
    expect(ended).not.toHaveProperty('result.isLate');
    expect(JSON.stringify(ended)).not.toContain('message');
  });

  it('uses the lower of its own limits and those of the active speed profile', async () => {
    const cell = await startIdle();
    const own = { maxJointSpeeds: [1, 1, 1, 9, 9, 9], maxTooltipSpeed: 0.5 };
    await cell.ask('moveToJointSpacePoint', { jointAngles: near, ...own, isHeld: false });
    const maxJointSpeeds = [1, 1, 1, 6.8, 6.8, 6.8];
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxJointSpeeds, maxTooltipSpeed: 0.5 });
    const held = cell.send('moveToJointSpacePoint', { jointAngles: home, maxTooltipSpeed: 0.5, isHeld: true });
    await cell.clock.runUntilSettled(held);
    expect(cell.planner.requests.at(-1)?.limits?.maxTooltipSpeed).toBe(0.25);
  });

  it('does not start if it was released during planning', async () => {
    const cell = await startIdle();
    cell.planner.delayMS = 1000;
    const before = cell.robot.log.length;
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, heartbeatIntervalMS: 1 });
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({ result: { result: 'Interrupted' } });
    expect(cell.robot.log.slice(before).filter(({ kind }) => kind === 'motionStarted')).toEqual([]);
    expect(cell.state().kind).toBe('Idle');
  });

  it('returns the reason when it cannot be planned, and is Idle', async () => {
    const cell = await startIdle();
    cell.planner.answer = { ok: false, failure: { kind: 'PlanningFailure', message: 'Too far away.' } };
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: far, isHeld: false })).toMatchObject({
      result: { result: 'Too far away.' },
    });
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null });
  });

  it('turns one joint, and moves the tool along its own axes or those of the base', async () => {
    const cell = await startIdle();
    await cell.ask('moveJointRelative', { joint: 3, offset: -0.2, isHeld: false });
    expect(cell.robot.state.positions[3]).toBeCloseTo(-0.2, 9);
    for (const frame of ['tool', 'robotArm', 'world']) {
      await cell.ask('moveToolRelative', {
        frame,
        translation: [0.01, 0.02, 0.03],
        rotation: [0, 0, 0.1],
        isHeld: false,
      });
    }
    const poses = cell.planner.requests.slice(-3).map(({ targets: [first] }) => first?.target);
    const here = await cell.ask('forwardKinematics', { jointAngles: cell.robot.state.positions });
    expect(poses[1]).toEqual(poses[2]);
    expect(poses[0]).not.toEqual(poses[1]);
    if (here.ok && poses[1] && 'pose' in poses[1]) {
      const start: unknown = Reflect.get(Object(here.result), 'pose');
      expect(start).toMatchObject({
        x: expect.closeTo(poses[1].pose.x - 0.01, 9),
        y: expect.closeTo(poses[1].pose.y - 0.02, 9),
        z: expect.closeTo(poses[1].pose.z - 0.03, 9),
      });
    }
  });

  it.each(['tool', 'robotArm', 'world'] as const)(
    'turns the tool about the axes of its frame in place: %s',
    async (frame) => {
      const cell = await startIdle();
      const { positions } = cell.robot.state;
      const here = computeToolPose(positions, undefined);
      await cell.ask('moveToolRelative', { frame, translation: [0, 0, 0], rotation: [0.2, -0.1, 0.3], isHeld: false });
      const [target] = cell.planner.requests.at(-1)?.targets ?? [];
      if (!target || !('pose' in target.target)) throw new Error('the tool is moved to a pose');
      expect(target.motionKind).toBe('line');
      const { pose } = target.target;
      expect([pose.x, pose.y, pose.z]).toEqual([here.x, here.y, here.z].map((value) => expect.closeTo(value, 12)));
      for (const axis of [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const]) {
        // Fixed x, then y, then z: before the tool's own orientation in its frame, after it in the base's.
        const turned = frame === 'tool' ? rotateVec3(here, turnFixed(axis)) : turnFixed(rotateVec3(here, axis));
        expect(rotateVec3(pose, axis)).toEqual(turned.map((value) => expect.closeTo(value, 9)));
      }
    },
  );
});

/** Returns a direction turned by 0.2 about x, then −0.1 about y, then 0.3 about z. */
function turnFixed([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [cx, sx, cy, sy] = [Math.cos(0.2), Math.sin(0.2), Math.cos(-0.1), Math.sin(-0.1)];
  const [cz, sz] = [Math.cos(0.3), Math.sin(0.3)];
  const [y1, z1] = [cx * y - sx * z, sx * y + cx * z];
  const [x2, z2] = [cy * x + sy * z1, -sy * x + cy * z1];
  return [cz * x2 - sz * y1, sz * x2 + cz * y1, z2];
}

describe('the fields of a message', () => {
  it.each([
    ['moveToolRelative', { rotation: [1e308, 1e308, 1e308], isHeld: false }, 'rotation.0: Between -7 and 7 rad'],
    ['moveToolRelative', { translation: [0, -1e308, 0], isHeld: false }, 'translation.1: Between -10 and 10 m'],
    ['moveToolRelative', { translation: [Number.NaN, 0, 0], isHeld: false }, 'translation.0'],
    ['moveJointRelative', { joint: 0, offset: 1e308, isHeld: false }, 'offset: Between -13 and 13 rad'],
    ['jog', { jogKind: 'joint', velocities: [1e308, 0, 0, 0, 0, 0], commandID: 'c' }, 'Between -100 and 100 rad/s'],
    [
      'jog',
      { jogKind: 'cartesian', frame: 'tool', linear: [0, 0, 1e308], angular: [0, 0, 0], commandID: 'c' },
      'Between -100 and 100 m/s',
    ],
    ['loadRoutine', { routineID: 'routine_1', version: Number.MAX_SAFE_INTEGER }, 'version: A version is at most'],
  ])('have limits: %s', async (kind, payload, message) => {
    const cell = await startIdle();
    expect(await cell.ask(kind, payload)).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: expect.stringContaining(message) },
    });
    expect(cell.planner.requests).toHaveLength(0);
  });
});

describe('a move without hold', () => {
  it('must be requested explicitly, since a move is held by default', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far });
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({
      result: { result: 'Interrupted', message: expect.stringContaining('only while it is held') },
    });
    expect(cell.planner.requests[0]?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
  });

  it('needs control mode api on a live robot', async () => {
    const cell = startCell({ robotKind: 'live' });
    await cell.clock.advance(100);
    const move = () => cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false });
    expect(cell.state().controlMode).toBe('routine_editor');
    expect(await move()).toMatchObject({
      ok: false,
      error: { code: 'api_control_required', message: expect.stringContaining('setControlMode') },
    });
    expect(await cell.ask('setControlMode', { kind: 'api' })).toMatchObject({ result: { kind: 'api' } });
    expect(await cell.ask('getControlMode')).toMatchObject({ result: { kind: 'api' } });
    expect(await move()).toMatchObject({ result: { result: 'Success' } });
    await cell.ask('setControlMode', { kind: 'routine_editor' });
    expect((await move()).ok).toBe(false);
  });
});
