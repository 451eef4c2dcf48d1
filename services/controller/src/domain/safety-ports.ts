import { type CommandResult, type OutputRequest, refuse } from '@cellwright/controller-link';
import type { SafetyRules } from '@cellwright/domain/robot';
import type { ArmMotion } from './arm-motion.ts';
import { watchdogSeconds } from './commander.ts';
import type { IOBoard } from './io-board.ts';
import type { LogKind } from './motion-log.ts';
import type { Happening } from './motion-reports.ts';
import { PairWatch } from './safety-pairs.ts';

/** Speed factor of slow speed in the specification. */
const slowSpeedFactor = 0.1;

export interface SafetyReports {
  log(kind: LogKind, detail: string): void;
  emit(happening: Happening): void;
}

/** Applies the requests of the safety inputs to the arm, and shows its state on the safety outputs. */
export class SafetyPorts {
  private readonly io: IOBoard;
  private readonly motion: ArmMotion;
  private readonly reports: SafetyReports;
  private readonly pairs: PairWatch;
  private currentRules: SafetyRules | null = null;
  private wasClear = true;
  private wishedOverride = 1;
  /** True after a safeguard with a reset was opened, until the reset is pressed with the safeguard closed. */
  private awaitsReset = false;
  /** Stop epoch in which the held pulses began. */
  private holdEpoch = 0;

  constructor(io: IOBoard, motion: ArmMotion, reports: SafetyReports, timeScale?: number) {
    this.pairs = new PairWatch(timeScale);
    this.io = io;
    this.motion = motion;
    this.reports = reports;
    this.show();
  }

  /** Null until rules are set for the first time. */
  get rules(): SafetyRules | null {
    return this.currentRules;
  }

  get isSafeguardOpen(): boolean {
    return this.awaitsReset || this.io.openSafeguard !== undefined;
  }

  /** Real seconds of silence after which the commander is lost. */
  get watchdogSeconds(): number {
    return watchdogSeconds(this.motion, this.io);
  }

  /** Fraction of its speed that manual motion may have. */
  get speedShare(): number {
    return this.io.slowedBy === undefined ? 1 : slowSpeedFactor;
  }

  /** Time at which a pair of inputs fails unless it agrees first. */
  get due(): number | undefined {
    return this.pairs.due;
  }

  advance(time: number): void {
    for (const pair of this.pairs.takeFailed(time)) {
      this.motion.raise('inputsDisagree', pair);
      this.wasClear = false;
    }
  }

  /** Sets outputs. Held pulses begin only while nothing stops the arm. */
  setOutputs(outputs: readonly OutputRequest[], time: number): CommandResult {
    if (outputs.some(({ hold }) => hold === 'begin')) {
      const refused =
        this.refuseUnsafe() ?? (this.isArmStopped ? refuse('wrong_mode', 'The arm is stopped') : undefined);
      if (refused) return refused;
      this.holdEpoch = this.motion.stopEpoch;
    }
    return this.io.setOutputs(outputs, time);
  }

  /** Updates outputs to the state of the arm: safety outputs show it, held pulses end with a stop. */
  show(): void {
    const { latch, isMoving, override } = this.motion;
    if (this.io.hasHolds && (this.isArmStopped || this.isSafeguardOpen || this.motion.stopEpoch !== this.holdEpoch)) {
      this.io.endHolds(this.isSafeguardOpen ? 'safeguard open' : `stop (${this.motion.lastStop})`);
    }
    const isSlow = this.io.slowedBy !== undefined;
    this.io.driveSafetyOutputs({
      isEStopped: latch.isSafety,
      isMoving,
      isSlow,
      isFullSpeed: !isSlow && override === 1,
    });
  }

  refuseUnsafe(): CommandResult | undefined {
    if (this.io.openSafeguard !== undefined) return refuse('safeguard_open', 'Close the safeguard first');
    return this.awaitsReset ? refuse('safeguard_open', 'The safeguard is closed. Press its reset button') : undefined;
  }

  setOverride(factor: number): CommandResult {
    if (!(factor >= 0 && factor <= 1)) return refuse('invalid_value', 'The override must be between 0 and 1');
    this.wishedOverride = factor;
    this.applyOverride();
    return { ok: true };
  }

  /** Resets a fault, unless its cause is still present. */
  resetFault(): CommandResult {
    const { failedPair } = this.pairs;
    if (this.io.trippedEmergencyStop !== undefined) {
      return this.motion.resetFault('An emergency stop button is still pressed: release it');
    }
    const remains = failedPair && `${failedPair} still disagree. Bring both to the same level, or check their wiring`;
    return this.motion.resetFault(remains);
  }

  /** Simulates the outside world, and reacts at once to a changed safety input. */
  forceInput(name: string, level: 'high' | 'low' | 'released', time: number): CommandResult {
    return this.change(time, () => this.io.forceInput(name, level));
  }

  /** Replaces all rules at once. Accepted while the arm is secured by its brakes, also after a fault. */
  setRules(rules: SafetyRules, time: number): CommandResult {
    const { isSecured, brakes } = this.motion;
    if (!isSecured || brakes.unbrakedJoints.length > 0) {
      return refuse('brakes_released', 'Safety rules can change only while the brakes are engaged. Engage them first');
    }
    return this.change(time, () => {
      this.currentRules = rules;
      this.reports.log('safetyRules', describe(rules));
      this.io.replaceRules(rules);
      return { ok: true };
    });
  }

  /** True during a stop or pause, and while a pause lasts. */
  private get isArmStopped(): boolean {
    return this.motion.isStopping || this.motion.mode === 'paused' || this.motion.mode === 'fault';
  }

  private get asked() {
    const { trippedEmergencyStop: eStop, slowedBy, resetBy } = this.io;
    return { eStop, isSafeguardOpen: this.isSafeguardOpen, slowedBy, resetBy };
  }

  /** Changes ports, then reacts to their requests. */
  private change(time: number, act: () => CommandResult): CommandResult {
    const { io } = this;
    const before = this.asked;
    const result = act();
    if (!result.ok) return result;
    this.pairs.note(io.disagreeingPairs, time);
    if (io.trippedEmergencyStop !== undefined && before.eStop === undefined) this.trip(io.trippedEmergencyStop);
    if (io.openSafeguard !== undefined && !before.isSafeguardOpen) this.openSafeguard(io.openSafeguard);
    if ((io.slowedBy === undefined) !== (before.slowedBy === undefined)) this.applyOverride();
    const isResetPressed = io.resetBy !== undefined && before.resetBy === undefined;
    if (io.openSafeguard !== undefined) this.awaitsReset = io.hasReset;
    else if (isResetPressed || !io.hasReset) this.awaitsReset = false;
    this.noteClear();
    // A reset with a remaining cause changes nothing; clients see that in the state.
    if (isResetPressed) this.resetFault();
    return result;
  }

  private trip(port: string): void {
    this.reports.log('eStopped', port);
    this.reports.emit({ kind: 'eStopped', port });
    this.motion.stop('emergencyStopInput', port);
  }

  private openSafeguard(port: string): void {
    this.reports.log('safeguardOpened', port);
    this.reports.emit({ kind: 'safeguardOpened', port });
    this.motion.openSafeguard(port);
  }

  /** Applies the requested override, or a tenth of it while an input requests slow speed. */
  private applyOverride(): void {
    this.motion.override = this.wishedOverride * this.speedShare;
    this.reports.log('override', String(this.motion.override));
  }

  private noteClear(): void {
    const { io, pairs } = this;
    const isClear = io.trippedEmergencyStop === undefined && !this.isSafeguardOpen && pairs.failedPair === undefined;
    if (isClear && !this.wasClear) {
      this.reports.log('safetyCleared', '');
      this.reports.emit({ kind: 'safetyCleared' });
    }
    this.wasClear = isClear;
  }
}

function describe({ version, inputSafeguardRules, outputSafeguardRules }: SafetyRules): string {
  const list = (rules: readonly { readonly pair: number; readonly kind: string }[]) =>
    rules.map(({ pair, kind }) => `${pair}=${kind}`).join(' ');
  return `version ${version}; inputs ${list(inputSafeguardRules)}; outputs ${list(outputSafeguardRules)}`;
}
