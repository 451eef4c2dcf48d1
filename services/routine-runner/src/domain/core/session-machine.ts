import type { RecoveryKind, RunnerStateKind } from '@cellwright/domain';
import type { SessionEvent } from './session-events.ts';
import { describeSessionRefusal } from './session-words.ts';

export { type SessionEvent, sessionEvents } from './session-events.ts';

/** What guards look at. `failure` is how the failure that is not recovered yet is left; null without one. */
export interface SessionFacts {
  readonly isRunPaused: boolean;
  readonly failure?: RecoveryKind | null;
}

/** A row applies when things are as its guard says; without a guard it always applies. */
export const sessionGuards = {
  'run is paused': ({ isRunPaused }) => isRunPaused,
  'no run is paused': ({ isRunPaused }) => !isRunPaused,
  'a failure waits': ({ failure }) => (failure ?? null) !== null,
  'guiding leads out': ({ failure }) => failure === 'GuidedMode',
  'moving away leads out': ({ failure }) => failure === 'GuidedMode' || failure === 'ManualRecoveryMode',
} as const satisfies Record<string, (facts: SessionFacts) => boolean>;
export type SessionGuard = keyof typeof sessionGuards;

export interface SessionTransition {
  readonly from: RunnerStateKind;
  readonly event: SessionEvent;
  readonly guard?: SessionGuard;
  readonly to: RunnerStateKind;
}

/**
 * The states of a robot session and what leads from one to the next: the truth that docs/robot-session.md is drawn
 * from; of the rows for a state and event the first that applies holds. Hand motion and guided mode may borrow the arm
 * from a paused run and give it back. Of a failure that is left by hand, guiding and moving away lead back to Failure,
 * from where it is recovered.
 */
export const sessionTransitions: readonly SessionTransition[] = [
  { from: 'Constructing', event: 'controllerConnected', to: 'Idle' },
  { from: 'Constructing', event: 'failed', to: 'Failure' },

  { from: 'Idle', event: 'adHocStarted', to: 'RunningAdHocCommand' },
  { from: 'Idle', event: 'routineStarted', to: 'RoutineRunning' },
  { from: 'Idle', event: 'guidedStarted', to: 'Antigravity' },
  { from: 'Idle', event: 'slowGuidedStarted', to: 'AntigravitySlow' },
  { from: 'Idle', event: 'failed', to: 'Failure' },

  { from: 'RoutineRunning', event: 'routineEnded', to: 'Idle' },
  { from: 'RoutineRunning', event: 'adHocStarted', guard: 'run is paused', to: 'RunningAdHocCommand' },
  { from: 'RoutineRunning', event: 'guidedStarted', guard: 'run is paused', to: 'Antigravity' },
  { from: 'RoutineRunning', event: 'slowGuidedStarted', guard: 'run is paused', to: 'AntigravitySlow' },
  { from: 'RoutineRunning', event: 'failed', to: 'Failure' },

  { from: 'RunningAdHocCommand', event: 'adHocEnded', guard: 'no run is paused', to: 'Idle' },
  { from: 'RunningAdHocCommand', event: 'adHocEnded', guard: 'run is paused', to: 'RoutineRunning' },
  { from: 'RunningAdHocCommand', event: 'failed', to: 'Failure' },

  { from: 'Antigravity', event: 'guidedEnded', guard: 'no run is paused', to: 'Idle' },
  { from: 'Antigravity', event: 'guidedEnded', guard: 'run is paused', to: 'RoutineRunning' },
  { from: 'Antigravity', event: 'failed', to: 'Failure' },

  { from: 'AntigravitySlow', event: 'guidedEnded', guard: 'a failure waits', to: 'Failure' },
  { from: 'AntigravitySlow', event: 'guidedEnded', guard: 'no run is paused', to: 'Idle' },
  { from: 'AntigravitySlow', event: 'guidedEnded', guard: 'run is paused', to: 'RoutineRunning' },
  { from: 'AntigravitySlow', event: 'failed', to: 'Failure' },

  { from: 'Failure', event: 'failed', to: 'Failure' },
  { from: 'Failure', event: 'slowGuidedStarted', guard: 'guiding leads out', to: 'AntigravitySlow' },
  { from: 'Failure', event: 'escapeStarted', guard: 'moving away leads out', to: 'Recovering' },
  { from: 'Failure', event: 'recoveryStarted', to: 'Recovering' },

  { from: 'Recovering', event: 'failed', to: 'Failure' },
  { from: 'Recovering', event: 'escapeEnded', to: 'Failure' },
  { from: 'Recovering', event: 'recovered', guard: 'no run is paused', to: 'Idle' },
  { from: 'Recovering', event: 'recovered', guard: 'run is paused', to: 'RoutineRunning' },
];

export type FireResult =
  | { readonly ok: true; readonly from: RunnerStateKind; readonly to: RunnerStateKind }
  | { readonly ok: false; readonly state: RunnerStateKind; readonly event: SessionEvent; readonly reason: string };

const rowsByStateAndEvent = new Map<string, SessionTransition[]>();
for (const row of sessionTransitions) {
  const key = `${row.from} ${row.event}`;
  rowsByStateAndEvent.set(key, [...(rowsByStateAndEvent.get(key) ?? []), row]);
}

/** Where an event leads from a state, or why it is refused there. */
export function nextSessionState(state: RunnerStateKind, event: SessionEvent, facts: SessionFacts): FireResult {
  const rows = rowsByStateAndEvent.get(`${state} ${event}`) ?? [];
  const row = rows.find(({ guard }) => guard === undefined || sessionGuards[guard](facts));
  if (row) return { ok: true, from: state, to: row.to };
  return { ok: false, state, event, reason: describeSessionRefusal(state, event) };
}

/** Holds the state of one session; only the table changes it. */
export class SessionMachine {
  private current: RunnerStateKind = 'Constructing';
  private readonly readFacts: () => SessionFacts;
  private readonly onChange: (to: RunnerStateKind) => void;
  /** Hears of every transition; for tests. */
  onTransition: (to: RunnerStateKind) => void = () => undefined;

  constructor(readFacts: () => SessionFacts, onChange: (to: RunnerStateKind) => void) {
    this.readFacts = readFacts;
    this.onChange = onChange;
  }

  get state(): RunnerStateKind {
    return this.current;
  }

  /** Whether the event would be accepted now. */
  check(event: SessionEvent): FireResult {
    return nextSessionState(this.current, event, this.readFacts());
  }

  /** Makes the transition, or refuses the event and stays. */
  fire(event: SessionEvent): FireResult {
    const result = this.check(event);
    if (result.ok) {
      this.current = result.to;
      this.onChange(result.to);
      this.onTransition(result.to);
    }
    return result;
  }
}
