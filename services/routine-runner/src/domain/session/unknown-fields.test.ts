import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';

describe('A runner message with an unknown field', () => {
  it.each([
    ['moveToolRelative', { translation: [0, 0, 0.01], rx: 1e308 }, 'rx'],
    ['moveToJointSpacePoint', { jointAngles: [0, 0, 0, 0, 0, 0], isHold: false }, 'isHold'],
    ['jog', { jogKind: 'joint', velocities: [0, 0, 0, 0, 0, 0], commandID: 'c1', speed: 1 }, 'speed'],
    ['setOutputIO', { outputs: [{ kind: 'Output', port: 1, level: 'high', pulseSecond: 1 }] }, 'pulseSecond'],
    ['moveToCartesianSpacePose', { pose: { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: 1, maxSpeed: 1 } }, 'maxSpeed'],
    ['setAntigravityConfigs', { joints: Array(6).fill({ isEnabled: true, maxSpeed: 1, maxSped: 1 }) }, 'maxSped'],
    ['setAntigravityConfigs', { joints: Array(6).fill({ isEnabled: true, maxSpeed: 1 }), force: 1 }, 'force'],
    ['setLEDPattern', { pattern: { kind: 'off', brightness: 1 } }, 'brightness'],
    ['playRoutine', { from: 'step_1' }, 'from'],
    ['recover', { force: true }, 'force'],
  ])('fails by name in a message that moves or commands something: %s', async (kind, payload, field) => {
    const cell = startCell();
    await cell.clock.advance(100);
    const response = await cell.ask(kind, payload);
    expect(response).toMatchObject({
      ok: false,
      error: {
        code: 'request_failed_validation',
        message: expect.stringContaining(`There is no field '${field}' here. Correct its name or remove it`),
      },
    });
    expect(cell.robot.log.filter(({ kind: logged }) => logged === 'motionStarted' || logged === 'output')).toEqual([]);
  });

  it.each([
    ['stop', { why: 'now' }],
    ['emergencyStop', { why: 'now' }],
    ['setBrakes', { state: 'engaged', why: 'now' }],
  ])('still stops motion: %s', async (kind, payload) => {
    const cell = startCell();
    await cell.clock.advance(100);
    const response = await cell.ask(kind, payload);
    expect(response).toMatchObject({ ok: true });
  });
});
