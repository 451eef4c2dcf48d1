import { type ControllerEvent, type ControllerState, type StopKind, stopTable } from '@cellwright/controller-link';
import { robotMessages, runMessages } from '@cellwright/domain/messages';
import { type Failure, toMoveAgainMark } from '@cellwright/domain/robot';
import { isArmFree, wayOutOf } from '@cellwright/domain/run';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import { describeTrap } from '../arm/way-out.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { RunControl } from '../run/run-control.ts';
import { runsPart } from '../run/runs-part.ts';
import { devicesPart } from './device-control.ts';

/** The failure that a stop by the controller causes, by the stop table; undefined when it causes none. */
export function failureOfStop(kind: StopKind, detail: string): Failure | undefined {
  const { failure, title, toMoveAgain } = stopTable[kind];
  if (!failure) return undefined;
  const what = detail === '' ? title : `${title} (${detail})`;
  const reason = `${what}. ${toMoveAgainMark}${toMoveAgain}`;
  return { kind: failure.kind, reason, recoveryKind: failure.recovery };
}

export interface FailuresOutside {
  /** Called with every failure, and the routine that is loaded. */
  readonly noteFailure?: (failure: Failure, routineID: string | null) => void;
}

/** The failure of a session whose controller is gone. */
export function failureOfLostController(reason: string): Failure {
  const why = reason === '' ? '' : ` (${reason})`;
  return {
    kind: 'HeartbeatLostFailure',
    reason: `The robot controller no longer answers${why}. ${toMoveAgainMark}wait until it is back, recover, release the brakes, then send a new command`,
    recoveryKind: 'Recoverable',
  };
}

/**
 * True if a failure stays shown when another follows it: the first is the cause, and hides what has an easier recovery. An
 * emergency stop also hides that its two channels disagree: they close one after the other.
 */
function isWorse(shown: Failure, next: Failure): boolean {
  if (shown.recoveryKind !== 'Recoverable') return true;
  return shown.kind === 'EStopTriggered' && next.kind === 'SafetyWatchdogFailure';
}

/** Enters and leaves Failure. Leaving it moves nothing and resumes nothing. */
export class FailureHandler {
  private readonly core: SessionCore;
  private readonly runs: RunControl;
  private readonly noteFailure: FailuresOutside['noteFailure'];

  constructor(core: SessionCore, runs: RunControl, { noteFailure }: FailuresOutside) {
    this.core = core;
    this.runs = runs;
    this.noteFailure = noteFailure;
  }

  /** A controller is connected: it may have been stopped while none was. */
  connected({ latchedBy }: Pick<ControllerState, 'latchedBy'>): void {
    const { machine } = this.core;
    if (machine.state === 'Constructing') machine.fire('controllerConnected');
    const latched = latchedBy ? failureOfStop(latchedBy, '') : undefined;
    // A controller that was not restarted still has its fault.
    if (latched?.recoveryKind !== 'Restart') this.endNeedForRestart();
    if (latched) this.failAfterStop(latched);
  }

  eventHappened(event: ControllerEvent): void {
    if (event.kind === 'eStopped') this.failAfterStop(failureOfStop('emergencyStopInput', event.port));
    else if (event.kind === 'fault') this.failAfterStop(failureOfStop(event.cause, event.detail));
    else if (event.kind === 'commanderLost') this.failAfterStop(failureOfStop('commanderLost', event.detail));
    else if (event.kind === 'safeguardOpened') this.core.stopParts({ kind: 'safeguard' });
  }

  disconnected(reason: string): void {
    if (this.core.machine.state !== 'Constructing') this.failAfterStop(failureOfLostController(reason));
  }

  /** The arm has been stopped, or stops itself: only the rest ends. */
  failAfterStop(failure: Failure | undefined): void {
    if (failure) this.enter(failure, { isStopped: true });
    devicesPart.of(this.core).stopAll();
  }

  /** Fails the running routine with a recoverable fault, which pauses it, or with one that ends it. */
  raiseFault(message: string, isRecoverable: boolean): Answer {
    if (!this.runs.isActive) return refuse('routine_must_be_running', runMessages.noneRunning);
    const fault = { kind: 'TriggerFaultFailure', reason: message } as const;
    if (isRecoverable) this.enter({ ...fault, recoveryKind: 'Recoverable' }, { keepsRun: true });
    else this.enter({ ...fault, recoveryKind: 'NotRecoverable' });
    return accepted;
  }

  /** Stops the arm, and ends the run or (a failure that it survives) holds it. */
  enter(cause: Failure, options: { readonly keepsRun?: boolean; readonly isStopped?: boolean } = {}): void {
    const { core } = this;
    const { keepsRun = false } = options;
    const failure = this.withStep(options.isStopped ? cause : this.withoutTrap(cause));
    const isFirst = core.machine.state !== 'Failure';
    // Fired before anything ends, so that what ends finds the session failed and not free.
    core.machine.fire('failed');
    if (keepsRun) core.arm.pause();
    else if (!options.isStopped) core.arm.stop('stop', failure.reason);
    core.stopParts({ kind: 'failure', failure, keepsRun });
    this.noteFailure?.(failure, core.store.state.routine?.id ?? null);
    const keepsShown = !isFirst && core.store.state.failure && isWorse(core.store.state.failure, failure);
    if (!keepsShown) {
      core.store.update((state) => {
        state.failure = failure;
      });
    }
    core.log.warn('the session failed', { failure });
  }

  /** Switches recovery mode on for any failure; the recovery switches it off. */
  forceRecoveryMode(isEnabled: boolean): Answer<{ isEnabled: boolean }> {
    const { store } = this.core;
    const { failure } = store.state;
    if (isEnabled && !failure) return refuse('recovery_error', 'The robot has no failure. Jog it as usual');
    if (isEnabled && failure?.recoveryKind === 'Restart') {
      return refuse('recovery_error', robotMessages.needsControllerRestart);
    }
    store.update((state) => {
      state.isForceRecoveryMode = isEnabled;
    });
    return accept({ isEnabled });
  }

  /** Restarts the controller of a failure that needs it. The failure is recoverable when the controller is back. */
  async restartController(): Promise<Answer> {
    const { arm, store, log } = this.core;
    const { failure } = store.state;
    if (failure?.recoveryKind !== 'Restart') {
      return refuse('recovery_error', 'The robot controller does not need a restart');
    }
    if (!arm.isConnected) {
      return refuse('recovery_error', robotMessages.controllerMustReturn);
    }
    if (!(await arm.waitForStandstill())) return refuse('recovery_error', robotMessages.armNotStopped);
    const command = await arm.takeCommand();
    if (!command.ok) return command;
    const restart = await arm.command((driver) => driver.restart());
    if (restart.ok) log.info('the robot controller restarts', { failure });
    return restart;
  }

  async recover(): Promise<Answer> {
    const { core, runs } = this;
    if (core.store.state.failure && core.machine.state === 'AntigravitySlow') {
      return refuse('recovery_error', robotMessages.armIsGuided);
    }
    if (core.machine.state === 'Recovering') {
      return refuse(
        'recovery_error',
        'The arm is being moved or is already recovering. Release the button, then recover',
      );
    }
    if (core.machine.state !== 'Failure') return accepted;
    const cause = this.checkCause();
    if (!cause.ok) return cause;
    const fired = core.machine.fire('recoveryStarted');
    if (!fired.ok) return refuse('recovery_error', fired.reason);
    const { failure } = core.store.state;
    const reset = await this.resetController();
    // A new failure during recovery has led back to Failure.
    if (!core.machine.check('recovered').ok) {
      return refuse('recovery_error', robotMessages.failedWhileRecovering);
    }
    if (!reset.ok) {
      core.machine.fire('failed');
      return refuse('recovery_error', reset.refusal.message);
    }
    if (runs.isActive && !runs.isPaused) {
      core.machine.fire('failed');
      return refuse('recovery_error', runMessages.stillEnding);
    }
    runs.run?.note('recovered', { failure });
    core.store.update((state) => {
      state.failure = null;
      state.isForceRecoveryMode = false;
    });
    core.machine.fire('recovered');
    return accepted;
  }

  /** A plan that was refused, because it would leave limits or touch something, leaves the arm where it was: free. */
  private withoutTrap(failure: Failure): Failure {
    const { recoveryKind } = failure;
    const isByHand = recoveryKind === 'GuidedMode' || recoveryKind === 'ManualRecoveryMode';
    if (!isByHand || !isArmFree(this.core.store.state.contact)) return failure;
    return { ...failure, recoveryKind: 'Recoverable' };
  }

  /** A failure that names no step happened in the one that plays. */
  private withStep(failure: Failure): Failure {
    const { run } = this.core.store.state;
    if (failure.stepID !== undefined || !this.runs.isActive || !run?.currentStepID || !run.currentStepPath)
      return failure;
    return { ...failure, stepID: run.currentStepID, stepPath: run.currentStepPath };
  }

  /** The controller was restarted: its failure can be recovered. */
  private endNeedForRestart(): void {
    this.core.store.update((state) => {
      if (state.failure?.recoveryKind === 'Restart') state.failure = { ...state.failure, recoveryKind: 'Recoverable' };
    });
  }

  private checkCause(): Answer {
    const { arm, store } = this.core;
    if (!arm.isConnected) return refuse('recovery_error', robotMessages.controllerMustReturn);
    const recovery = store.state.failure?.recoveryKind;
    if (recovery === 'NotRecoverable' && arm.state?.brakes !== 'engaged') {
      return refuse('recovery_error', robotMessages.notRecoverableUnderPower);
    }
    if (recovery === 'Restart') {
      return refuse('recovery_error', robotMessages.restartController);
    }
    if (arm.state?.isSafeguardOpen) return refuse('recovery_error', robotMessages.closeSafeguard);
    const way = wayOutOf(store.state);
    const trap = describeTrap(store.state.contact);
    if (trap !== undefined && (way === 'GuidedMode' || way === 'ManualRecoveryMode')) {
      return refuse('recovery_error', `${trap}, then recover`);
    }
    return accepted;
  }

  private async resetController(): Promise<Answer> {
    const { arm } = this.core;
    if (!(await arm.waitForStandstill())) return refuse('recovery_error', robotMessages.armNotStopped);
    const command = await arm.takeCommand();
    if (!command.ok) return command;
    return arm.state?.mode === 'fault' || arm.state?.isEStopped
      ? arm.command((driver) => driver.resetFault())
      : accepted;
  }
}

export const failuresPart = definePart({
  name: 'failures',
  start: ({ core, outside }: PartContext<FailuresOutside>) => new FailureHandler(core, runsPart.of(core), outside),
  connected: (failures, state) => failures.connected(state),
  eventHappened: (failures, event) => failures.eventHappened(event),
  disconnected: (failures, reason) => failures.disconnected(reason),
  messages: {
    recover: (failures) => emptyResult(failures.recover()),
    restartController: (failures) => emptyResult(failures.restartController()),
    setForceRecoveryMode: (failures, { isEnabled }) => failures.forceRecoveryMode(isEnabled),
    setInFailureState: (failures, { message, isRecoverable }) =>
      emptyResult(failures.raiseFault(message, isRecoverable)),
  },
});
