import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { far, startMoving } from '../testing/moving-cell.fixture.ts';

describe('guided mode', () => {
  it('lasts while it is renewed', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    expect((await cell.ask('startAntigravity', { isSlow: true })).ok).toBe(true);
    expect(cell.state().kind).toBe('AntigravitySlow');
    for (let second = 0; second < 5; second++) {
      await cell.clock.advance(500);
      expect((await cell.ask('validateGuidedMode')).ok).toBe(true);
    }
    expect(cell.robot.state.mode).toBe('guided');
    await cell.clock.advance(1100);
    expect(cell.robot.state.mode).toBe('standing');
    expect(cell.state().kind).toBe('Idle');
    expect(await cell.ask('validateGuidedMode')).toMatchObject({ error: { code: 'robot_not_idle' } });
  });

  it('ends on request, with a stop, and with the connection of its holder', async () => {
    for (const end of ['stopAntigravity', 'stop', 'gone'] as const) {
      const cell = startCell();
      await cell.clock.advance(100);
      await cell.ask('startAntigravity');
      expect(cell.state().kind).toBe('Antigravity');
      if (end === 'gone') cell.dispatcher.endClient('ada');
      else await cell.ask(end);
      await cell.clock.advance(100);
      expect(cell.robot.state.mode).toBe('standing');
      expect(cell.state().kind).toBe('Idle');
    }
  });

  it('may borrow the arm from a paused run', async () => {
    const cell = await startMoving();
    await cell.clock.advance(300);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(200);
    expect((await cell.ask('startAntigravity')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Antigravity', isPaused: true });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ error: { code: 'robot_not_idle' } });
    await cell.ask('stopAntigravity');
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
  });
});
