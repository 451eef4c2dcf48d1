import { type CommandResult, refuse } from '@cellwright/controller-link';
import type { SafetyRules } from '@cellwright/domain';
import type { ArmMotion } from './arm-motion.ts';
import type { IOBoard } from './io-board.ts';
import type { LogKind } from './motion-log.ts';
import type { Happening } from './motion-reports.ts';
import { PairWatch } from './safety-pairs.ts';

/** The specification's scaling of slow speed. */
const slowSpeedFactor = 0.1;

export interface SafetyReports {
  log(kind: LogKind, detail: string): void;
  emit(happening: Happening): void;
}

/** What the safety inputs ask of the arm, and what the safety outputs say of it. */
export class SafetyPorts {
  private readonly io: IOBoard;
  private readonly motion: ArmMotion;
  private readonly reports: SafetyReports;
  private readonly pairs: PairWatch;
  private currentRules: SafetyRules | null = null;
  private wasClear = true;
  private wishedOverride = 1;
  /** A safeguard was opened, and where there is a reset nobody has pressed it since it was closed. */
  private awaitsReset = false;

  constructor(io: IOBoard, motion: ArmMotion, reports: SafetyReports, timeScale?: number) {
    this.pairs = new PairWatch(timeScale);
    this.io = io;
    this.motion = motion;
    this.reports = reports;
    this.show();
  }

  /** Null until rules were set for the first time. */
  get rules(): SafetyRules | null {
    return this.currentRules;
  }

  get isSafeguardOpen(): boolean {
    return this.awaitsReset || this.io.openSafeguard !== undefined;
  }

  /** The share of its speed that hand motion may have. */
  get speedShare(): number {
    return this.io.slowedBy === undefined ? 1 : slowSpeedFactor;
  }

  /** When a pair of inputs has disagreed for too long, unless it agrees before. */
  get due(): number | undefined {
    return this.pairs.due;
  }

  advance(time: number): void {
    for (const pair of this.pairs.takeFailed(time)) {
      this.motion.raise('inputsDisagree', pair);
      this.wasClear = false;
    }
  }

  show(): void {
    const { latch, isMoving, override } = this.motion;
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
    return this.awaitsReset ? refuse('safeguard_open', 'The safeguard is closed: press its reset') : undefined;
  }

  setOverride(factor: number): CommandResult {
    if (!(factor >= 0 && factor <= 1)) return refuse('invalid_value', 'The override lies between 0 and 1');
    this.wishedOverride = factor;
    this.applyOverride();
    return { ok: true };
  }

  /** Leaves a fault, unless what caused it is still there. */
  resetFault(): CommandResult {
    const { failedPair } = this.pairs;
    if (this.io.trippedEmergencyStop !== undefined) {
      return this.motion.resetFault('An emergency stop button is still pressed: release it');
    }
    const remains = failedPair && `${failedPair} still disagree: bring both to the same level, or check their wiring`;
    return this.motion.resetFault(remains);
  }

  /** Plays the outside world, and does at once what a changed safety input asks for. */
  forceInput(name: string, level: 'high' | 'low' | 'released', time: number): CommandResult {
    return this.change(time, () => this.io.forceInput(name, level));
  }

  /** Other rules from now on, all at once. Accepted while the arm stands on its brakes, also after a fault. */
  setRules(rules: SafetyRules, time: number): CommandResult {
    const { isSecured, brakes } = this.motion;
    if (!isSecured || brakes.unbrakedJoints.length > 0) {
      return refuse('brakes_released', 'Safety rules change while the arm stands on its brakes: engage them first');
    }
    return this.change(time, () => {
      this.currentRules = rules;
      this.reports.log('safetyRules', describe(rules));
      this.io.replaceRules(rules);
      return { ok: true };
    });
  }

  private get asked() {
    const { trippedEmergencyStop: eStop, slowedBy, resetBy } = this.io;
    return { eStop, isSafeguardOpen: this.isSafeguardOpen, slowedBy, resetBy };
  }

  /** Lets ports change, and does what they ask for then. */
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
    // A reset that finds its cause still there changes nothing; whoever asked sees it in the state.
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

  /** As fast as was asked for, or, while an input asks for slow speed, a tenth of it. */
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
