import { messages, runMessages } from '@cellwright/domain/messages';
import {
  type BrakesState,
  type ControlMode,
  findPortByName,
  type IOLevel,
  isValidPort,
  type OutputAction,
  payloadMassRange,
} from '@cellwright/domain/robot';
import { isLeftByHand, type RunStop } from '@cellwright/domain/run';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import { overrideOf } from '../core/override.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import type { PortClaims } from '../core/port-claims.ts';
import type { SessionCore } from '../core/session-core.ts';
import { stopBy } from '../run/stop-by.ts';
import type { TakenBy } from './lease.ts';
import { type SafetyRulesControl, safetyRulesPart } from './safety-rules-control.ts';

export interface SettingsOutside {
  readonly portClaims: PortClaims;
  /** Called whenever a program takes the robot. */
  readonly noteProgramControl?: (by: TakenBy) => void;
}

/** Brakes, outputs, payload and speed: settings of the robot apart from motion. */
export class RobotSettings {
  private readonly core: SessionCore;
  private readonly portClaims: PortClaims;

  private readonly noteProgramControl: ((by: TakenBy) => void) | undefined;
  /** Incremented when a pending release of the brakes is given up. */
  private releasesGivenUp = 0;
  private readonly safetyRules: Pick<SafetyRulesControl, 'ensureInForce'>;

  constructor(
    core: SessionCore,
    { portClaims, noteProgramControl }: SettingsOutside,
    safetyRules: Pick<SafetyRulesControl, 'ensureInForce'>,
  ) {
    this.core = core;
    this.portClaims = portClaims;
    this.noteProgramControl = noteProgramControl;
    this.safetyRules = safetyRules;
  }

  /** Sets the brakes. Engaging them stops everything first, as the stop table defines. */
  async commandBrakes(state: BrakesState, stop: RunStop): Promise<Answer<{ state: BrakesState }>> {
    if (state === 'disengaged') return this.setBrakes(state);
    // With brakes that are engaged already the controller has nothing to stop, and begins no epoch either.
    if (this.core.arm.state?.brakes !== 'engaged') this.core.epochs.next();
    const answer = this.setBrakes(state);
    this.core.stopParts({ kind: 'stop', stop });
    return answer;
  }

  /** Answers when the brakes are as asked. Engaging them stops the arm first; the caller has ended what moves it. */
  async setBrakes(state: BrakesState): Promise<Answer<{ state: BrakesState }>> {
    const { arm, machine } = this.core;
    this.giveUpRelease();
    if (arm.state?.brakes === state) return accept({ state });
    if (state === 'engaged') {
      const engaged = await arm.command((driver) => driver.engageBrakes());
      if (!engaged.ok) return refuse('robot_brakes_engage_failed', engaged.refusal.message);
    } else {
      const rules = await this.waitForSafetyRules();
      if (!rules.ok) return rules;
      if ((machine.state === 'Failure' || machine.state === 'Recovering') && !isLeftByHand(this.core.store.state)) {
        return refuse('robot_brakes_disengage_failed', 'The robot has failed. Recover, then release the brakes');
      }
      const released = await arm.command((driver, epoch) => driver.disengageBrakes({ epoch }));
      if (!released.ok) return refuse('robot_brakes_disengage_failed', released.refusal.message);
    }
    if (await arm.waitForBrakes(state)) return accept({ state });
    const code = state === 'engaged' ? 'robot_brakes_engage_failed' : 'robot_brakes_disengage_failed';
    return refuse(code, 'The brakes did not answer in time');
  }

  /** Gives up a pending release of the brakes: they stay engaged. */
  giveUpRelease(): void {
    this.releasesGivenUp += 1;
  }

  /** A cell that is still starting takes a moment until its safety settings are in force. */
  private async waitForSafetyRules(): Promise<Answer> {
    if (!this.core.arm.isConnected) return accepted;
    const given = this.releasesGivenUp;
    const answer = await this.safetyRules.ensureInForce();
    if (!answer.ok || given === this.releasesGivenUp) return answer;
    return refuse('conflict', messages.stopCameWhileWaiting);
  }

  async setOutputs(outputs: readonly OutputAction[]): Promise<Answer> {
    const missing = outputs.find(({ kind, port }) => !isValidPort({ kind, port }));
    if (missing) return refuse('request_failed_validation', `There is no ${missing.kind} ${missing.port}`);
    const { arm, epochs } = this.core;
    const epoch = epochs.current;
    const isTaken = await this.portClaims.refuse(outputs);
    if (isTaken !== undefined) return refuse('io_safeguard_error', isTaken);
    return arm.command((driver) => driver.setOutputs({ epoch, outputs }));
  }

  async setPayload(massKg: number): Promise<Answer> {
    const { minimum, maximum } = payloadMassRange;
    if (!(massKg >= minimum)) return refuse('request_failed_validation', messages.payloadMassTooSmall(minimum));
    if (!(massKg <= maximum)) return refuse('request_failed_validation', messages.payloadMassTooLarge(maximum));
    const answer = await this.core.arm.command((driver, epoch) => driver.setPayload({ epoch, massKg }));
    if (!answer.ok) return answer;
    this.core.store.update((state) => {
      state.payload.mass = massKg;
    });
    return accepted;
  }

  /** A fraction clamped to 0–1; 0 holds the arm on its path. */
  async setSpeedRestriction(value: number): Promise<Answer<{ value: number }>> {
    if (Number.isNaN(value))
      return refuse('request_failed_validation', 'The speed restriction must be a number from 0 to 1');
    const clamped = Math.min(1, Math.max(0, value));
    this.core.store.update((state) => {
      state.speedRestrictionPercentage = clamped;
    });
    const answer = await this.sendOverride();
    return answer.ok ? accept({ value: clamped }) : answer;
  }

  async setTestRunSpeed(value: number | null): Promise<Answer> {
    this.core.store.update((state) => {
      state.testRunSpeed = value;
    });
    return this.sendOverride();
  }

  /** Skips the test run of the loaded routine, with a reason for every client. */
  async skipTestRun(reason: string, byName: string): Promise<Answer> {
    const { clock, log, store } = this.core;
    const { routine } = store.state;
    if (!routine) return refuse('cannot_play_routine', runMessages.noneLoaded);
    log.info('the test run is left out', { routineID: routine.id, version: routine.version, reason, byName });
    store.update((state) => {
      state.testRunSpeed = null;
      state.preflight = { result: 'skipped', at: clock.wallNow().toISOString(), reason, byName };
    });
    return this.sendOverride();
  }

  /** Both restrictions together scale the time of every motion. */
  sendOverride(): Promise<Answer> {
    const factor = overrideOf(this.core.store.state);
    return this.core.arm.command((driver) => driver.setOverride(factor));
  }

  get controlMode(): ControlMode {
    return this.core.store.state.controlMode;
  }

  /** Control mode api means that a program takes the robot: users are notified. */
  setControlMode(kind: ControlMode, by: TakenBy): Answer<{ kind: ControlMode }> {
    if (kind === 'api' && this.core.store.state.controlMode !== 'api') this.noteProgramControl?.(by);
    this.core.store.update((state) => {
      state.controlMode = kind;
    });
    return accept({ kind });
  }

  /** Simulates the outside world, on a simulated robot or twin only. */
  async forceInput(name: string, level: IOLevel | null): Promise<Answer> {
    const port = findPortByName(name);
    if (!port) return refuse('request_failed_validation', `There is no port ${name}`);
    return this.core.arm.command((driver) => driver.forceInput({ name, level: level ?? 'released' }));
  }
}

export const settingsPart = definePart({
  name: 'settings',
  start: ({ core, outside }: PartContext<SettingsOutside>) =>
    new RobotSettings(core, outside, safetyRulesPart.of(core)),
  connected: (settings) => void settings.sendOverride(),
  controlTaken: (settings) => settings.giveUpRelease(),
  clientGone(settings, { isHolder }) {
    if (isHolder) settings.giveUpRelease();
  },
  messages: {
    setBrakes: (settings, { state }, caller) => settings.commandBrakes(state, stopBy(caller, 'brakes')),
    setSpeedRestrictionPercentage: (settings, { value }) => settings.setSpeedRestriction(value),
    setTestRunSpeed: (settings, { value }) => emptyResult(settings.setTestRunSpeed(value)),
    skipPreflightTestRun: (settings, { reason }, caller) => emptyResult(settings.skipTestRun(reason, caller.name)),
    setOutputIO: (settings, { outputs }) => emptyResult(settings.setOutputs(outputs)),
    setRobotPayload: (settings, { mass }) => emptyResult(settings.setPayload(mass)),
    forceInput: (settings, { name, level }) => emptyResult(settings.forceInput(name, level)),
    setControlMode: (settings, { kind }, caller) => settings.setControlMode(kind, caller),
    getControlMode: (settings) => accept({ kind: settings.controlMode }),
  },
});
