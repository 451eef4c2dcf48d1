import { type RunnerStateKind, recoveryKinds, runnerStateKinds } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import {
  nextSessionState,
  type SessionEvent,
  type SessionFacts,
  SessionMachine,
  sessionEvents,
  sessionGuards,
  sessionTransitions,
} from './session-machine.ts';

const free = { isRunPaused: false };
const paused = { isRunPaused: true };
const failed: SessionFacts[] = recoveryKinds.map((failure) => ({ isRunPaused: false, failure }));

describe('the session machine', () => {
  it('starts in Constructing and is Idle once the controller is connected', () => {
    const seen: RunnerStateKind[] = [];
    const machine = new SessionMachine(
      () => free,
      (to) => seen.push(to),
    );
    expect(machine.state).toBe('Constructing');
    expect(machine.fire('controllerConnected')).toEqual({ ok: true, from: 'Constructing', to: 'Idle' });
    expect(seen).toEqual(['Idle']);
  });

  it('has a row of the table or a readable refusal for every state and event', () => {
    for (const state of runnerStateKinds) {
      for (const event of sessionEvents) {
        for (const facts of [free, paused, ...failed]) {
          const row = sessionTransitions.find(
            (candidate) =>
              candidate.from === state &&
              candidate.event === event &&
              (candidate.guard === undefined || sessionGuards[candidate.guard](facts)),
          );
          const result = nextSessionState(state, event, facts);
          if (row) expect(result).toEqual({ ok: true, from: state, to: row.to });
          else expect(result).toMatchObject({ ok: false, state, event, reason: expect.stringMatching(/^[A-Z]/) });
        }
      }
    }
  });

  it('keeps its state when it refuses', () => {
    const machine = new SessionMachine(
      () => free,
      () => undefined,
    );
    expect(machine.fire('routineStarted')).toEqual({
      ok: false,
      state: 'Constructing',
      event: 'routineStarted',
      reason: 'A routine cannot be played while the robot is starting. Try again in a moment',
    });
    expect(machine.state).toBe('Constructing');
  });

  it('refuses every event in words for the operator, without internal names', () => {
    for (const state of runnerStateKinds) {
      for (const event of sessionEvents) {
        const result = nextSessionState(state, event, free);
        if (!result.ok) expect(result.reason).not.toMatch(/'|[a-z][A-Z]/);
      }
    }
  });

  it('lends the arm to manual motion only while the run is paused, and returns it', () => {
    expect(nextSessionState('RoutineRunning', 'adHocStarted', free)).toMatchObject({
      ok: false,
      reason: 'The arm cannot be moved while a routine is running. Pause or stop it first',
    });
    expect(nextSessionState('RoutineRunning', 'adHocStarted', paused)).toMatchObject({ to: 'RunningAdHocCommand' });
    expect(nextSessionState('RunningAdHocCommand', 'adHocEnded', paused)).toMatchObject({ to: 'RoutineRunning' });
    expect(nextSessionState('RunningAdHocCommand', 'adHocEnded', free)).toMatchObject({ to: 'Idle' });
  });

  it('leaves Failure by recovering, or temporarily by manual motion that frees the arm', () => {
    const ways = sessionTransitions.filter(({ from, to }) => from === 'Failure' && to !== 'Failure');
    expect(ways.map(({ event, guard, to }) => [event, guard, to])).toEqual([
      ['slowGuidedStarted', 'guiding leads out', 'AntigravitySlow'],
      ['escapeStarted', 'moving away leads out', 'Recovering'],
      ['recoveryStarted', undefined, 'Recovering'],
    ]);
    const guided = { isRunPaused: false, failure: 'GuidedMode' } as const;
    expect(nextSessionState('AntigravitySlow', 'guidedEnded', guided)).toMatchObject({ to: 'Failure' });
    expect(nextSessionState('Recovering', 'escapeEnded', guided)).toMatchObject({ to: 'Failure' });
  });

  it('can fail from every state except Failure itself', () => {
    const event: SessionEvent = 'failed';
    for (const state of runnerStateKinds) expect(nextSessionState(state, event, free).ok).toBe(true);
  });

  it('can reach every state', () => {
    const reached = new Set<RunnerStateKind>(['Constructing']);
    for (let grown = true; grown; ) {
      grown = false;
      for (const { from, to } of sessionTransitions) {
        if (!reached.has(from) || reached.has(to)) continue;
        reached.add(to);
        grown = true;
      }
    }
    expect([...reached].sort()).toEqual([...runnerStateKinds].sort());
  });
});
