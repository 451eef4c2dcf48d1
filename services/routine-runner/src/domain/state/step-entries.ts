import { escapePointer, hashState, type PatchOperation, type RobotSessionState } from '@cellwright/domain/run';

type Steps = RobotSessionState['steps'];
export type StepEntry = Steps[string];

const pointer = '/steps';

/**
 * The states of steps inside the state of a session. They alone are changed in place: a routine of 50,000 steps would
 * otherwise be copied with every patch, and garbage collection of the copies would delay the heartbeats of the arm.
 */
export class StepEntries {
  private entries: Steps;
  private count: number;
  private sum: number;

  constructor(entries: Steps) {
    this.entries = { ...entries };
    this.count = Object.keys(entries).length;
    this.sum = hashState(entries, pointer);
  }

  /** Contribution of the steps to the hash of the whole state. */
  get hash(): number {
    return this.sum;
  }

  /** Returns the step entries of the state: our own, changed by `put`, or a copy of others. */
  own(entries: Steps): Steps {
    if (entries !== this.entries) {
      this.entries = { ...entries };
      this.count = Object.keys(entries).length;
      this.sum = hashState(entries, pointer);
    }
    return this.entries;
  }

  /** Puts an entry that is in no patch; the hash does not include it. */
  putUntold(id: string, entry: StepEntry): void {
    if (!Object.hasOwn(this.entries, id)) this.count += 1;
    this.entries[id] = entry;
  }

  put(id: string, entry: StepEntry): PatchOperation {
    const path = `${pointer}/${escapePointer(id)}`;
    const before = Object.hasOwn(this.entries, id) ? this.entries[id] : undefined;
    // Without any they are a leaf of their own.
    const left = this.count === 0 ? hashState({}, pointer) : hashState(before, path);
    this.entries[id] = entry;
    if (before === undefined) this.count += 1;
    this.sum = (this.sum - left + hashState(entry, path)) >>> 0;
    return { op: before === undefined ? 'add' : 'replace', path, value: entry };
  }
}

/** True if an operation of a patch concerns steps. */
export function isOfSteps({ path }: PatchOperation): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}
