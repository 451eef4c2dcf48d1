import type { ControllerLogEntry } from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain/robot';

/** Kinds of log entries. `setPoint` comes at 125 Hz while the arm moves. */
export type LogKind =
  | 'setPoint'
  | 'trajectoryStarted'
  | 'trajectoryCompleted'
  | 'trajectoryStopped'
  | 'stopStarted'
  | 'standstill'
  | 'paused'
  | 'resumed'
  | 'jogStarted'
  | 'jogEnded'
  | 'guidedModeStarted'
  | 'guidedModeEnded'
  | 'brakes'
  | 'output'
  | 'input'
  | 'override'
  | 'payload'
  | 'tool'
  | 'commanderConnected'
  | 'commanderLost'
  | 'eStopped'
  | 'safeguardOpened'
  | 'safetyCleared'
  | 'fault'
  | 'faultReset'
  | 'faultInjected'
  | 'forceLimits'
  | 'contactSurfaces'
  | 'contact'
  | 'leds'
  | 'safetyRules'
  | 'refused'
  | 'overrun';

const valuesPerEntry = 2 * jointCount;

/**
 * The newest log entries of the arm and its outputs, in a ring buffer of fixed size; fault tests use them as an oracle.
 * Entries are numbered from 0 and never change.
 */
export class MotionLog {
  readonly capacity: number;
  private readonly times: Float64Array;
  private readonly values: Float64Array;
  private readonly kinds: LogKind[];
  private readonly details: string[];
  private readonly onEntry: ((entry: ControllerLogEntry) => void) | undefined;
  private count = 0;

  constructor(capacity: number, onEntry?: (entry: ControllerLogEntry) => void) {
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity * valuesPerEntry);
    this.kinds = [];
    this.details = [];
    this.onEntry = onEntry;
  }

  /** Index of the newest entry; −1 while there is none. */
  get newest(): number {
    return this.count - 1;
  }

  append(
    time: number,
    kind: LogKind,
    detail: string,
    positions: readonly number[],
    velocities: readonly number[],
  ): void {
    const slot = this.count % this.capacity;
    this.times[slot] = time;
    this.kinds[slot] = kind;
    this.details[slot] = detail;
    for (let joint = 0; joint < jointCount; joint++) {
      this.values[slot * valuesPerEntry + joint] = positions[joint] ?? 0;
      this.values[slot * valuesPerEntry + jointCount + joint] = velocities[joint] ?? 0;
    }
    this.count += 1;
    this.onEntry?.(this.read(this.count - 1));
  }

  /** Returns the entries above `after`, oldest first, at most `limit`; overwritten entries are left out. */
  page(after: number, limit: number): readonly ControllerLogEntry[] {
    const first = Math.max(after + 1, this.count - this.capacity, 0);
    const end = Math.min(this.count, first + limit);
    return Array.from({ length: Math.max(0, end - first) }, (_, offset) => this.read(first + offset));
  }

  private read(index: number): ControllerLogEntry {
    const slot = index % this.capacity;
    const start = slot * valuesPerEntry;
    return {
      index,
      time: this.times[slot] ?? 0,
      kind: this.kinds[slot] ?? '',
      detail: this.details[slot] ?? '',
      positions: Array.from(this.values.subarray(start, start + jointCount)),
      velocities: Array.from(this.values.subarray(start + jointCount, start + valuesPerEntry)),
    };
  }
}
