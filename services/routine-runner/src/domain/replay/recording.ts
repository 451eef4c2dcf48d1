import type { Clock } from '@cellwright/domain/basics';
import type { PatchOperation, RobotSessionState } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { isOfSteps } from '../state/step-entries.ts';
import type { RecordedPart } from './part-writer.ts';
import { PlaceFilter } from './places.ts';

/** Duration of a part, ms: the maximum loss of a recording in a crash. */
const partMS = 5000;
/** Duration of a part while a step welds, ms: its arc log is a record of quality, also of a seam that a crash ended. */
const arcPartMS = 1000;
/** Activities of a weld without an arc. */
const withoutArc: ReadonlySet<unknown> = new Set([
  'none',
  'approaching',
  'settingWeldParameters',
  'movingToNextStitch',
]);
/** …or when it holds so much, characters. */
const partSize = 2 ** 20;
/** Minimum length of changes before the whole state is written again, characters. */
const leastChanges = 2 ** 16;
/** Writing a larger state than this takes the robot's time: it is done less often, characters. */
const largeState = 2 ** 20;
const largeFactor = 8;
/** Gap after which places say nothing about the motion in between, s. */
const silenceSeconds = 0.6;

export interface RecordingParts {
  readonly writer: {
    /** Returns false when the part is dropped. */
    add(part: RecordedPart): boolean;
  };
  readonly clock: Clock;
}

type RunOfState = NonNullable<RobotSessionState['run']>;

/** The recording of one run, part by part. */
export class Recording {
  readonly runID: string;
  private readonly parts: RecordingParts;
  /** When the run began, s. */
  private readonly begin: number;
  private readonly filter = new PlaceFilter();
  private index = 0;
  private from = 0;
  private newest = 0;
  private keyframe: string | null;
  private changes: string[] = [];
  private places: string[] = [];
  private size = 0;
  /** Characters of changes since the last whole state, and of that. */
  private changed = 0;
  private whole: number;
  private isBroken = false;
  private cancelTimer: (() => void) | undefined;
  /** When the part is closed at the latest, ms of the clock. */
  private closesAt = 0;

  constructor(run: RunOfState, state: RobotSessionState, parts: RecordingParts) {
    this.runID = run.id;
    this.parts = parts;
    const { clock } = parts;
    const sinceMS = clock.wallNow().getTime() - Date.parse(run.startedAt);
    // The wall clock may have been set meanwhile.
    const lateMS = sinceMS >= 0 && sinceMS < partMS ? sinceMS : 0;
    this.begin = (clock.now() - lateMS) / 1000;
    this.keyframe = JSON.stringify(state);
    this.whole = this.keyframe.length;
    this.size = this.whole;
    this.open();
  }

  /** Adds the position of the arm at the start of the run. */
  addPlaceAtBegin(positions: readonly number[]): void {
    this.addPlace(this.begin, positions);
  }

  addPlace(time: number, positions: readonly number[]): void {
    const at = time - this.begin;
    const last = this.filter.last?.[0] ?? 0;
    if (at <= Math.max(last, this.newest) && this.places.length > 0) return;
    const kept: (readonly number[])[] = [];
    if (this.places.length > 0 && at - this.newest > silenceSeconds) this.holdUntil(at, kept);
    kept.push(...this.filter.take([Math.max(0, at), ...positions]));
    this.newest = at;
    for (const place of kept) this.keep(place);
    this.rotateIfFull();
  }

  addChange(state: RobotSessionState, patch: StatePatch['patch']): void {
    const at = this.seconds();
    const text = `{"at":${round(at, 4)},"patch":${JSON.stringify(patch)}}`;
    this.changes.push(text);
    this.changed += text.length;
    this.size += text.length;
    if (this.isBroken || this.changed > this.mostChanges) this.rotate(JSON.stringify(state));
    else this.rotateIfFull();
    if (patch.some(isOfArc)) this.closeWithin(arcPartMS);
  }

  end(): void {
    this.cancelTimer?.();
    this.close();
  }

  private seconds(): number {
    return this.parts.clock.now() / 1000 - this.begin;
  }

  /** Assumes standstill during a gap without states. */
  private holdUntil(at: number, kept: (readonly number[])[]): void {
    const newest = this.filter.flush();
    if (newest) kept.push(newest);
    const { last } = this.filter;
    if (last) kept.push(...this.filter.take([at - 0.001, ...last.slice(1)]));
  }

  private keep([at = 0, ...angles]: readonly number[]): void {
    const text = `[${[round(at, 4), ...angles.map((angle) => round(angle, 6))].join(',')}]`;
    this.places.push(text);
    this.size += text.length;
  }

  private rotateIfFull(): void {
    if (this.size > partSize) this.rotate(null);
  }

  /** Maximum number of characters of changes before the whole state is written again. */
  private get mostChanges(): number {
    return Math.max(leastChanges, this.whole * (this.whole > largeState ? largeFactor : 1));
  }

  private rotate(keyframe: string | null): void {
    this.cancelTimer?.();
    this.close();
    this.keyframe = keyframe;
    if (keyframe !== null) {
      this.whole = keyframe.length;
      this.changed = 0;
      this.isBroken = false;
    }
    this.size = keyframe?.length ?? 0;
    this.open();
  }

  private open(): void {
    this.closesAt = Number.POSITIVE_INFINITY;
    this.closeWithin(partMS);
  }

  private closeWithin(ms: number): void {
    const { clock } = this.parts;
    const at = clock.now() + ms;
    if (at >= this.closesAt) return;
    this.cancelTimer?.();
    this.closesAt = at;
    this.cancelTimer = clock.schedule(ms, () => this.rotate(null));
  }

  /** Writes the part; the next one starts at its end. */
  private close(): void {
    const place = this.filter.flush();
    if (place) this.keep(place);
    const { runID, index, from } = this;
    const to = Math.max(from, this.seconds());
    const text = `{"keyframe":${this.keyframe},"changes":[${this.changes.join()}],"places":[${this.places.join()}]}`;
    const isEmpty = this.keyframe === null && this.changes.length === 0 && this.places.length <= 1;
    this.from = to;
    this.changes = [];
    this.places = [];
    const { last } = this.filter;
    if (last) this.keep(last);
    // Nothing happened: the previous part stays valid until the next one.
    if (isEmpty) return;
    const isTaken = this.parts.writer.add({ runID, index, from, to, hasKeyframe: this.keyframe !== null, text });
    if (!isTaken) this.isBroken = true;
    this.index += 1;
  }
}

const weldEntry = z.object({ variables: z.object({ currentActivity: z.string(), arcCurrent: z.number() }) });

/** True if an operation of a patch concerns a step that welds with its arc on. */
function isOfArc(operation: PatchOperation): boolean {
  if (operation.op === 'remove' || !isOfSteps(operation)) return false;
  const entry = weldEntry.safeParse(operation.value).data;
  return entry !== undefined && !withoutArc.has(entry.variables.currentActivity);
}

function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
