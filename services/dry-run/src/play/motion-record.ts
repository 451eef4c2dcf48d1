import type { WirePose } from '@cellwright/domain/robot';
import {
  type ProofFinding,
  type ProofRecording,
  proofRecordingLimits,
  type RobotFrame,
  type RobotSessionState,
} from '@cellwright/domain/run';
import { type Place, PlaceFilter } from '@cellwright/routine-runner/simulation';
import { mainThread } from '@cellwright/steps/engine';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { Findings } from '../review/findings.ts';
import type { RunObserver } from './run-observer.ts';

/** Least time between two recorded places at first, s. */
const firstInterval = 0.05;

interface Timed {
  readonly at: number;
}

/** Series of a recording that stays below a number of entries: a long one becomes coarser, and keeps its ends. */
class BoundedSeries<Entry> {
  entries: Entry[] = [];
  private readonly most: number;
  private readonly onCoarser: () => void;

  constructor(most: number, onCoarser: () => void = () => undefined) {
    this.most = most;
    this.onCoarser = onCoarser;
  }

  add(entry: Entry): void {
    // One entry is reserved for the end.
    if (this.entries.length >= this.most - 1) {
      this.entries = this.entries.filter((_, index) => index % 2 === 0);
      this.onCoarser();
    }
    this.entries.push(entry);
  }
}

export interface MotionRecordParts {
  /** Milliseconds of the dry run's clock. */
  readonly now: () => number;
  /** Step that plays in the main thread. */
  readonly currentStep: () => ProgramStep | undefined;
  readonly base: () => WirePose;
  /** Widths of the grippers on the flange; undefined while none is known. */
  readonly fingerWidths: () => RobotSessionState['fingerWidths'];
}

export interface RecordedRun {
  /** Duration of the dry run. */
  readonly seconds: number;
  readonly findings: Findings;
  /** The findings that ended it. */
  readonly causes: readonly ProofFinding[];
  readonly steps: readonly ProgramStep[];
}

/** Records the motion of a dry run, thinned out and bounded in size. */
export class MotionRecord {
  private readonly parts: MotionRecordParts;
  private readonly begunAt: number;
  private readonly filter = new PlaceFilter();
  private interval = firstInterval;
  private newest: Place | undefined;
  private readonly places = new BoundedSeries<Place>(proofRecordingLimits.places, () => {
    this.interval *= 2;
  });
  private readonly steps = new BoundedSeries<Timed & { readonly stepID: string | null }>(proofRecordingLimits.changes);
  private readonly bases = new BoundedSeries<Timed & { readonly base: WirePose }>(proofRecordingLimits.changes);
  private lastBase: WirePose | undefined;
  private readonly fingers = new BoundedSeries<ProofRecording['fingers'][number]>(proofRecordingLimits.changes);
  /** First starts of steps, s. */
  private readonly firstAt = new Map<string, number>();

  constructor(parts: MotionRecordParts) {
    this.parts = parts;
    this.begunAt = parts.now();
    this.noteBase();
  }

  noteFrame({ q }: Pick<RobotFrame, 'q'>): void {
    const at = this.seconds();
    const last = this.newest?.[0];
    this.noteBase();
    if (last !== undefined && at - last < this.interval) return;
    this.newest = [at, ...q];
    this.keep(this.filter.take(this.newest));
  }

  noteStepStart(stepID: string): void {
    if (!this.firstAt.has(stepID)) this.firstAt.set(stepID, this.seconds());
    this.noteStep();
  }

  /** Records which step plays now, after one has started or ended. */
  noteStep(): void {
    const stepID = this.parts.currentStep()?.id ?? null;
    const at = this.seconds();
    const { entries } = this.steps;
    if (entries.at(-1)?.stepID === stepID) return;
    // A step that took no time is not shown.
    if (entries.at(-1)?.at === at) entries.pop();
    if (entries.at(-1)?.stepID !== stepID) this.steps.add({ at, stepID });
  }

  /** Records the widths of the grippers if they have changed. */
  noteFingers(): void {
    const widths = this.parts.fingerWidths();
    const { entries } = this.fingers;
    if (!widths || widths === entries.at(-1)?.widths) return;
    this.fingers.add({ at: this.seconds(), widths });
  }

  describe({ seconds, findings, causes, steps }: RecordedRun): ProofRecording {
    const newest = this.filter.flush();
    const places = newest ? [...this.places.entries, rounded(newest)] : this.places.entries;
    return {
      seconds,
      places: places.map((place) => [...place]),
      steps: this.steps.entries,
      bases: this.bases.entries,
      fingers: this.fingers.entries,
      findings: findings.all.map((finding) => (causes.includes(finding) ? seconds : this.timeOf(finding, steps))),
    };
  }

  /** Returns the first start of the step of a finding, or of the step around it. */
  private timeOf({ stepID }: ProofFinding, steps: readonly ProgramStep[]): number | null {
    for (let id = stepID; id !== null; id = steps.find((step) => step.id === id)?.parentID ?? null) {
      const at = this.firstAt.get(id);
      if (at !== undefined) return at;
    }
    return null;
  }

  private noteBase(): void {
    const base = this.parts.base();
    if (base === this.lastBase || JSON.stringify(base) === JSON.stringify(this.lastBase)) return;
    this.lastBase = base;
    this.bases.add({ at: this.seconds(), base: { ...base } });
  }

  private keep(places: readonly Place[]): void {
    for (const place of places) this.places.add(rounded(place));
  }

  private seconds(): number {
    return (this.parts.now() - this.begunAt) / 1000;
  }
}

/** Returns a place with times to 1 ms and angles to 0.01 mrad. */
function rounded([at = 0, ...angles]: Place): Place {
  return [Math.round(at * 1000) / 1000, ...angles.map((angle) => Math.round(angle * 1e5) / 1e5)];
}

/** Records a dry run that is wanted with its motion. */
export interface MotionWatch extends RunObserver {
  /** Undefined before the robot is ready. */
  readonly record: MotionRecord | undefined;
}

export function watchMotion(): MotionWatch {
  let record: MotionRecord | undefined;
  return {
    get record() {
      return record;
    },
    onReady(cell, clock, recorder) {
      record = new MotionRecord({
        now: () => clock.now(),
        currentStep: () => recorder.times.current(mainThread),
        base: () => cell.session.core.store.state.base,
        fingerWidths: () => cell.session.core.store.state.fingerWidths,
      });
    },
    onFrame: (frame) => record?.noteFrame(frame),
    onDeviceState: () => record?.noteFingers(),
    onStepStarted: (stepID) => record?.noteStepStart(stepID),
    onStepEnded: () => record?.noteStep(),
  };
}
