import { type CommandResult, refuse } from '@cellwright/controller-link';
import type { ArmMotion } from './arm-motion.ts';
import type { IOBoard } from './io-board.ts';
import type { LogKind } from './motion-log.ts';
import type { Happening } from './motion-reports.ts';

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
  private wasClear = true;
  private wishedOverride = 1;

  constructor(io: IOBoard, motion: ArmMotion, reports: SafetyReports) {
    this.io = io;
    this.motion = motion;
    this.reports = reports;
    this.show();
  }

  /** The share of its speed that hand motion may have. */
  get speedShare(): number {
    return this.io.slowedBy === undefined ? 1 : slowSpeedFactor;
  }

  show(): void {
    const { isEStopped, isMoving, override } = this.motion;
    const isSlow = this.io.slowedBy !== undefined;
    this.io.driveSafetyOutputs({ isEStopped, isMoving, isSlow, isFullSpeed: !isSlow && override === 1 });
  }

  refuseUnsafe(): CommandResult | undefined {
    return this.io.openSafeguard === undefined ? undefined : refuse('safeguard_open', 'Close the safeguard first');
  }

  setOverride(factor: number): CommandResult {
    if (!(factor >= 0 && factor <= 1)) return refuse('invalid_value', 'The override lies between 0 and 1');
    this.wishedOverride = factor;
    this.applyOverride();
    return { ok: true };
  }

  /** Plays the outside world, and does at once what a changed safety input asks for. */
  forceInput(name: string, level: 'high' | 'low' | 'released'): CommandResult {
    const { io, motion, reports } = this;
    const before = {
      eStop: io.trippedEmergencyStop,
      safeguard: io.openSafeguard,
      slow: io.slowedBy,
      reset: io.resetBy,
    };
    const result = io.forceInput(name, level);
    if (!result.ok) return result;
    const { trippedEmergencyStop, openSafeguard } = io;
    if (trippedEmergencyStop !== undefined && before.eStop === undefined) {
      reports.log('eStopped', trippedEmergencyStop);
      reports.emit({ kind: 'eStopped', port: trippedEmergencyStop });
      motion.tripEmergencyStop(trippedEmergencyStop);
    }
    if (openSafeguard !== undefined && before.safeguard === undefined) {
      reports.log('safeguardOpened', openSafeguard);
      reports.emit({ kind: 'safeguardOpened', port: openSafeguard });
      motion.openSafeguard(openSafeguard);
    }
    if ((io.slowedBy === undefined) !== (before.slow === undefined)) this.applyOverride();
    this.note(trippedEmergencyStop === undefined && openSafeguard === undefined);
    // A reset that finds its cause still there changes nothing; whoever asked sees it in the state.
    if (io.resetBy !== undefined && before.reset === undefined) motion.resetFault(trippedEmergencyStop !== undefined);
    return { ok: true };
  }

  /** As fast as was asked for, or, while an input asks for slow speed, a tenth of it. */
  private applyOverride(): void {
    this.motion.override = this.wishedOverride * this.speedShare;
    this.reports.log('override', String(this.motion.override));
  }

  private note(isClear: boolean): void {
    if (isClear && !this.wasClear) {
      this.reports.log('safetyCleared', '');
      this.reports.emit({ kind: 'safetyCleared' });
    }
    this.wasClear = isClear;
  }
}
