import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { openRobotRoom } from '../testing/robot-room.fixture.ts';

const routine = { id: 'routine_1', name: 'Palletise', version: 1, stepCount: 2 };
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

describe('A stop by the brakes', () => {
  it.each([
    ['/movement/brakes/emergency-stop', {}],
    ['/movement/brakes', { state: 'engaged' }],
  ])('returns when the run is over: %s', async (path, body) => {
    const room = await openRobotRoom();
    try {
      room.states.simulated = idleSession({ kind: 'RoutineRunning', brakes: 'disengaged', routine, run });
      room.runner = () => ({ state: 'engaged' });
      setTimeout(() => {
        room.states.simulated = idleSession();
      }, 50);
      expect(await room.ask('POST', path, { body })).toMatchObject({ status: 200 });
      const { status } = await room.ask('GET', '/routine-editor/routines/routine_1/state');
      expect(status).toBe(400);
    } finally {
      await room.close();
    }
  });
});
