import { assemblyModeError } from '@cellwright/domain/robot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRobotRoom, type RobotRoom } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
let isAssembly: boolean;
const operationMode = {
  requireLive() {
    if (isAssembly) throw assemblyModeError();
  },
};
beforeEach(async () => {
  isAssembly = true;
  room = await openRobotRoom({ operationMode });
  room.stored.set('robotIdentity', [{ id: '1', robotId: 'R1', alias: '', robotOperationMode: 'assembly' }]);
});
afterEach(() => room.close());

const joints = { kind: 'joint_rotation', joint_rotation: { joints: [1, 0, 0, 0, 0, 0] } };

describe('The robot API in assembly mode', () => {
  it.each([
    ['GET', '/movement/brakes', undefined],
    ['POST', '/movement/brakes', { state: 'disengaged' }],
    ['POST', '/movement/position/arm', joints],
    ['POST', '/movement/position/arm/controlled', { ...joints, heartbeat_interval: 300 }],
    ['POST', '/status/control-mode', { kind: 'api' }],
    ['POST', '/io', { state: { 'Output 1': 'high' } }],
    ['POST', '/payload', { mass: 1 }],
    ['POST', '/routine-editor/routines/routine_1/play', {}],
    ['POST', '/routine-editor/variables/count', { value: '1' }],
    ['POST', '/recovery/recover', {}],
  ] as const)('refuses %s %s on both robots', async (method, path, body) => {
    for (const robotKind of ['live', 'simulated']) {
      const { status, answer } = await room.ask(method, path, { body, headers: { 'robot-kind': robotKind } });
      expect({ path, status, answer }).toEqual({
        path,
        status: 403,
        answer: { error: 'authorization_required', message: expect.stringContaining('assembly mode') },
      });
    }
    expect(room.sent).toEqual([]);
  });

  it('stops the robot, and returns its identity and health', async () => {
    expect((await room.ask('POST', '/movement/brakes/emergency-stop', { body: {} })).status).toBe(200);
    expect((await room.ask('GET', '/status/health')).status).toBe(200);
    expect(await room.ask('GET', '/identity/bot_identity')).toMatchObject({
      answer: { robotId: 'R1', alias: '', robotOperationMode: 'assembly', applicationUrl: '' },
    });
  });

  it('works again after the mode has ended', async () => {
    isAssembly = false;
    expect((await room.ask('GET', '/movement/brakes')).status).toBe(200);
  });
});
