import { lineClient } from '@cellwright/domain/robot';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { readRobot } from './robot-readings.ts';

const frame = { kind: 'frame' as const, seq: 1, t: 0, q: [Math.PI, 0, -Math.PI / 2, 0, 0, 0] };
const holder = {
  ...{ clientID: lineClient.id, name: lineClient.name, kind: 'program' as const },
  ...{ since: '2026-01-01T00:00:00Z', reason: 'acquired' as const, isLost: false },
};

describe('readRobot', () => {
  it('has no values while the controller is not connected', () => {
    expect(readRobot(undefined, frame)).toBeUndefined();
    expect(readRobot(idleSession({ isControllerConnected: false }), frame)).toBeUndefined();
  });

  it('returns angles in degrees, and none without a frame', () => {
    const state = idleSession({ isControllerConnected: true });
    expect(readRobot(state, frame)?.jointDegrees).toEqual([180, 0, -90, 0, 0, 0]);
    expect(readRobot(state, undefined)?.jointDegrees).toBeUndefined();
  });

  it('returns the safety state, the program and the speed override', () => {
    const state = idleSession({
      isControllerConnected: true,
      speedRestrictionPercentage: 0.3,
      brakes: 'disengaged',
      safety: { isEStopped: true, isSafeguardOpen: false },
      routine: { id: 'r', name: 'Pick', version: 1, stepCount: 1 },
    });
    expect(readRobot(state, frame)).toMatchObject({
      ...{ speedOverride: 30, isInControl: true, isEmergencyStopped: true, isProtectiveStopped: false },
      ...{ programName: 'Pick', isProgramLoaded: true, executionMode: 1, userName: '' },
    });
  });

  it.each([
    [{ kind: 'Constructing' as const }, 0],
    [{ kind: 'Antigravity' as const }, 1],
    [{ kind: 'Idle' as const }, 3],
    [{ kind: 'RoutineRunning' as const, control: { holder, losses: [] } }, 4],
  ])('reports the operational mode of %j as %i', (change, mode) => {
    expect(readRobot(idleSession({ isControllerConnected: true, ...change }), frame)?.operationalMode).toBe(mode);
  });
});
