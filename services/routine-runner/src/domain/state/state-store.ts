import type { Clock } from '@cellwright/domain/basics';
import { hashState, type PatchOperation, type RobotSessionState } from '@cellwright/domain/run';
import type { StatePatch, StateSnapshot } from '@cellwright/domain/runner-socket';
import { create, type Draft } from 'mutative';
import { updateHash } from './state-hash.ts';
import { isOfSteps, StepEntries, type StepEntry } from './step-entries.ts';

/** Changes within this time of the last patch travel together, ms. */
const patchIntervalMS = 10;
/** Minimum ratio of other work to making patches: a very large state is sent less often. */
const patchShare = 5;
/** While nothing changes, the hash is repeated this often: a client that lost the last patch notices it then, ms. */
const markIntervalMS = 500;
/** `markIfDue` may come this much later before the store wakes for it by itself, ms. */
const markSlackMS = 240;

/** Puts the state of a step where clients see it. */
export type PutStep = (id: string, entry: StepEntry) => void;
/** Adds collected data (step states, variables) to the state, just before a patch is made. */
export type StateContributor = (state: Draft<RobotSessionState>, putStep: PutStep) => void;

/**
 * The state of one session as clients see it: immutable values but for its steps, and the patches from one to the next.
 * Every patch carries the next seq and the hash of the state after it; the hash is updated, not recomputed.
 */
export class StateStore {
  private value: RobotSessionState;
  private published: RobotSessionState;
  private readonly steps: StepEntries;
  /** Hash of everything except the steps. */
  private hashOfRest: number;
  private seq = 0;
  private pending: PatchOperation[] = [];
  private dirty: StateContributor[] = [];
  private lastPatchAt = Number.NEGATIVE_INFINITY;
  private intervalMS = patchIntervalMS;
  private isScheduled = false;
  private lastMarkAt = Number.NEGATIVE_INFINITY;
  private cancelMark: () => void = () => undefined;
  private readonly clock: Clock;
  private readonly onPatch: ((patch: StatePatch) => void) | undefined;

  /** @param onPatch undefined where nothing follows the state, as in a dry run: then neither patches nor hashes are made */
  constructor(initial: RobotSessionState, clock: Clock, onPatch: ((patch: StatePatch) => void) | undefined) {
    this.value = initial;
    this.published = initial;
    this.steps = new StepEntries(initial.steps);
    this.hashOfRest = (hashState(initial) - this.steps.hash) >>> 0;
    this.clock = clock;
    this.onPatch = onPatch;
  }

  get state(): RobotSessionState {
    return this.value;
  }

  /**
   * Numbers patches above `seq` from now on, and starts to send the newest number regularly: a replica that missed a
   * patch, also the last before a silence, detects it and requests a snapshot.
   */
  begin(seq: number): void {
    this.seq = Math.max(this.seq, seq);
    this.scheduleMark();
  }

  close(): void {
    this.cancelMark();
  }

  /** Changes the state at once; clients get the change with the next patch. */
  update(recipe: (state: Draft<RobotSessionState>) => void): void {
    if (!this.onPatch) {
      this.value = create(this.value, (draft) => void recipe(draft));
      return;
    }
    const [next, patch] = create(this.value, (draft) => void recipe(draft), { enablePatches: { pathAsArray: false } });
    if (next === this.value) return;
    this.value = next;
    for (const operation of patch) this.pending.push(toOperation(operation));
    this.schedule();
  }

  /** Has `contribute` called before the next patch is made. */
  contributeLater(contribute: StateContributor): void {
    if (!this.dirty.includes(contribute)) this.dirty.push(contribute);
    this.schedule();
  }

  /** The state with all collected data, to be read immediately: its steps change. */
  current(): RobotSessionState {
    do this.flush();
    while (this.dirty.length > 0);
    return this.value;
  }

  /** Returns an immutable snapshot of the state with all changes so far; its seq is that of the last patch. */
  snapshot(): StateSnapshot {
    const state = this.current();
    return { kind: 'snapshot', seq: this.seq, hash: this.hash, state: { ...state, steps: { ...state.steps } } };
  }

  /** Returns the number of the patch with all changes so far. */
  currentSeq(): number {
    this.current();
    return this.seq;
  }

  /** The snapshot as JSON, made without a copy of its steps. */
  tellSnapshot(): string {
    const state = this.current();
    return JSON.stringify({ kind: 'snapshot', seq: this.seq, hash: this.hash, state } satisfies StateSnapshot);
  }

  flush(): void {
    const startedAt = this.clock.now();
    this.contribute();
    if (!this.onPatch) this.lastPatchAt = startedAt;
    if (!this.onPatch || this.pending.length === 0) return;
    const patch = this.pending;
    this.pending = [];
    const ofRest = patch.filter((operation) => !isOfSteps(operation));
    this.hashOfRest = updateHash(this.hashOfRest, this.published, this.value, ofRest);
    this.ownSteps();
    this.published = this.value;
    this.seq += 1;
    this.onPatch({ kind: 'patch', seq: this.seq, hash: this.hash, patch });
    this.lastPatchAt = this.clock.now();
    this.intervalMS = Math.max(patchIntervalMS, patchShare * (this.lastPatchAt - startedAt));
  }

  /** Repeats the hash when it is time to: called by what wakes up anyway, so that the store seldom has to. */
  markIfDue(): void {
    if (this.onPatch && this.clock.now() - Math.max(this.lastMarkAt, this.lastPatchAt) >= markIntervalMS) this.mark();
  }

  /** A patch that changes nothing: the number and the hash that a replica should have. */
  private mark(): void {
    const now = this.clock.now();
    const isQuiet = now - this.lastPatchAt >= markIntervalMS;
    if (isQuiet) this.onPatch?.({ kind: 'patch', seq: this.seq, hash: this.hash, patch: [] });
    this.lastMarkAt = now;
    this.scheduleMark();
  }

  private scheduleMark(): void {
    this.cancelMark();
    if (!this.onPatch) return;
    this.cancelMark = this.clock.schedule(markIntervalMS + markSlackMS, () => this.mark());
  }

  private contribute(): void {
    if (this.dirty.length === 0) return;
    const contributors = this.dirty;
    this.dirty = [];
    const put: [string, StepEntry][] = [];
    this.update((state) => {
      for (const contribute of contributors) contribute(state, (id, entry) => put.push([id, entry]));
    });
    if (put.length === 0) return;
    this.ownSteps();
    for (const [id, entry] of put) {
      if (this.onPatch) this.pending.push(this.steps.put(id, entry));
      else this.steps.putUntold(id, entry);
    }
  }

  /** Makes the state include the steps that are changed in place. */
  private ownSteps(): void {
    const steps = this.steps.own(this.value.steps);
    if (steps !== this.value.steps) this.value = { ...this.value, steps };
  }

  private get hash(): number {
    return (this.hashOfRest + this.steps.hash) >>> 0;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const run = () => {
      this.isScheduled = false;
      this.flush();
    };
    const waitMS = this.lastPatchAt + this.intervalMS - this.clock.now();
    // A microtask lets the changes of one command travel as one patch, without delaying the first of them.
    if (waitMS <= 0) queueMicrotask(run);
    else this.clock.schedule(waitMS, run);
  }
}

interface RawOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string | readonly (string | number)[];
  readonly value?: unknown;
}

function toOperation({ op, path, value }: RawOperation): PatchOperation {
  if (typeof path !== 'string') throw new TypeError('patches are made with paths as text');
  return op === 'remove' ? { op, path } : { op, path, value };
}
