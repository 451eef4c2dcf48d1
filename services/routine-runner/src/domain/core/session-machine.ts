import type { RecoveryKind, RunnerStateKind } from '@cellwright/domain/robot';
import type { SessionEvent } from './session-events.ts';
import { describeSessionRefusal } from './session-words.ts';

export { type SessionEvent, sessionEvents } from './session-events.ts';

/** Inputs of guards. `failure` is the recovery kind of the current failure; null without one. */
export interface SessionFacts {
  readonly isRunPaused: boolean;
  readonly failure?: RecoveryKind | null;
}

/** Conditions of rows; a row without a guard always applies. */
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
 * The states of a robot session and their transitions: the source of docs/robot-session.md; the first applicable row
 * for a state and event counts. Manual motion and guided mode may borrow the arm from a paused run and return it. After
 * a failure with manual recovery, guiding and moving away lead back to Failure, and recovering leaves it.
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

/** Returns the next state for an event, or the reason why it is refused. */
export function nextSessionState(state: RunnerStateKind, event: SessionEvent, facts: SessionFacts): FireResult {
  const rows = rowsByStateAndEvent.get(`${state} ${event}`) ?? [];
  const row = rows.find(({ guard }) => guard === undefined || sessionGuards[guard](facts));
  if (row) return { ok: true, from: state, to: row.to };
  return { ok: false, state, event, reason: describeSessionRefusal(state, event) };
}

/** The state of one session, which only the table changes. */
export class SessionMachine {
  private current: RunnerStateKind = 'Constructing';
  private readonly readFacts: () => SessionFacts;
  private readonly onChange: (to: RunnerStateKind) => void;
  /** Called with every transition; for tests. */
  onTransition: (to: RunnerStateKind) => void = () => undefined;

  constructor(readFacts: () => SessionFacts, onChange: (to: RunnerStateKind) => void) {
    this.readFacts = readFacts;
    this.onChange = onChange;
  }

  get state(): RunnerStateKind {
    return this.current;
  }

  /** Checks whether the event would be accepted now. */
  check(event: SessionEvent): FireResult {
    return nextSessionState(this.current, event, this.readFacts());
  }

  /** Makes the transition, or refuses the event and keeps the state. */
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
