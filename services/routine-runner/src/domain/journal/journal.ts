import { type Clock, ProductError, realTimeOf } from '@cellwright/domain/basics';
import type { JournalEntry, JournalEvent, Run } from '@cellwright/domain/run';

/** Maximum delay of entries without an outside effect, which are written in batches, ms. */
const batchMS = 50;
/** Default maximum wait for a commit, ms. */
export const commitTimeoutMS = 2000;
const retryMS = { first: 100, longest: 1000 };
const maxBatch = 5000;
/** Entries that may wait, for a store that is away or slow, before the run has to end. */
const maxBacklog = 200_000;

/** One transaction: the current run, and its next entries. Writing it twice has no effect. */
export interface JournalBatch {
  readonly run: Run;
  /** Run that this one continues, whose data this run takes over. */
  readonly continuedRunID?: string | undefined;
  readonly entries: readonly JournalEntry[];
  /** Changes of the data for continuing the run. */
  readonly progress?: readonly ProgressRow[];
}

/** A value by its scope: JSON that replaces the previous one. */
export interface ProgressRow {
  readonly scope: 'place' | 'path' | 'variable' | 'step';
  readonly id: string;
  readonly value: unknown;
}

export interface JournalStore {
  /** Resolves when everything is committed, with the facts about it queued for the bus. */
  write(batch: JournalBatch): Promise<void>;
  /** False if no run is ever continued, as in a dry run. Default true. */
  readonly keepsProgress?: boolean;
}

export type JournalFields = Partial<
  Pick<JournalEntry, 'thread' | 'stepID' | 'stepPath' | 'stepKind' | 'result' | 'data'>
>;

export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly because: 'timeout' | 'takenOver'; readonly message: string };

export interface JournalOptions {
  readonly run: Run;
  readonly store: JournalStore;
  readonly clock: Clock;
  /** The run that this one continues. */
  readonly continuedRunID?: string | undefined;
  /** Time of the records. Default the wall clock. */
  readonly readTime?: () => Date;
  /** Called when the store has been away for so long that nothing more can be stored: the run must end. */
  readonly onBacklogFull: () => void;
  readonly onWriteFailed?: (error: unknown) => void;
  /** Returns the changes since the last call, for continuing the run after the entry of this number. */
  readonly takeProgress?: (seq: number) => readonly ProgressRow[];
}

const takenOver: CommitResult = {
  ok: false,
  because: 'takenOver',
  message: 'Another routine runner has taken over the robot',
};

interface Waiter {
  readonly seq: number;
  readonly resolve: (result: CommitResult) => void;
}

/**
 * The journal of one run: entries numbered without gaps, written in order by one writer, in batches of at most 50 ms.
 * An unreachable store delays entries and fails intents; it never delays a stop, and no committed entry is lost.
 */
export class RunJournal {
  private value: Run;
  private isRunDirty = true;
  private queue: JournalEntry[] = [];
  private waiters: Waiter[] = [];
  /** Progress that is not committed yet. */
  private progress = new Map<string, ProgressRow>();
  private seq = 0;
  private committedSeq = 0;
  private failures = 0;
  private lastError: unknown;
  private isWriting = false;
  private isAbandoned = false;
  private cancelTimer: (() => void) | undefined;
  private idle: (() => void)[] = [];
  private readonly options: JournalOptions;

  constructor(options: JournalOptions) {
    this.options = options;
    this.value = options.run;
  }

  get run(): Run {
    return this.value;
  }

  /** The time of the run's records. */
  now(): Date {
    return this.options.readTime?.() ?? this.options.clock.wallNow();
  }

  /** Changes the run's row; written with the next batch. */
  updateRun(changes: Partial<Run>): void {
    this.value = { ...this.value, ...changes };
    this.isRunDirty = true;
    this.writeWithin(batchMS);
  }

  append(event: JournalEvent, fields: JournalFields = {}): JournalEntry {
    this.seq += 1;
    const entry: JournalEntry = {
      runID: this.value.id,
      seq: this.seq,
      at: this.now().toISOString(),
      thread: fields.thread ?? 'main',
      event,
      stepID: fields.stepID ?? null,
      stepPath: fields.stepPath ?? null,
      stepKind: fields.stepKind ?? null,
      result: fields.result ?? null,
      ...(fields.data === undefined ? {} : { data: fields.data }),
    };
    this.queue.push(entry);
    if (this.queue.length === maxBacklog) this.options.onBacklogFull();
    this.writeWithin(batchMS);
    return entry;
  }

  /**
   * Appends an entry and waits until it, and all before it, are committed. Fails after `timeoutMS`, with the reason.
   */
  commit(event: JournalEvent, fields: JournalFields = {}, timeoutMS = commitTimeoutMS): Promise<CommitResult> {
    this.append(event, fields);
    return this.commitAll(timeoutMS);
  }

  /** Waits until everything appended so far, and the place of the run, is committed. Fails after `timeoutMS`, with the reason. */
  commitAll(timeoutMS = commitTimeoutMS): Promise<CommitResult> {
    const { seq } = this;
    if (this.isAbandoned) return Promise.resolve(takenOver);
    if (this.committedSeq >= seq) return Promise.resolve({ ok: true });
    return new Promise((resolve) => {
      const giveUp = realTimeOf(this.options.clock).schedule(timeoutMS, () => {
        this.waiters = this.waiters.filter((waiter) => waiter.seq !== seq);
        resolve({ ok: false, because: 'timeout', message: `The run journal cannot be written. ${this.problem}` });
      });
      this.waiters.push({
        seq,
        resolve: (result) => {
          giveUp();
          resolve(result);
        },
      });
      this.writeWithin(0);
    });
  }

  /** Reason why nothing is written, with the remedy. */
  get problem(): string {
    return this.lastError instanceof ProductError ? this.lastError.message : 'Check the database, then try again';
  }

  /** Marks a change without an entry. */
  touch(): void {
    this.isRunDirty = true;
    this.writeWithin(batchMS);
  }

  /** Writes waiting entries at once. */
  flush(): void {
    this.writeWithin(0);
  }

  /** Resolves when everything appended so far is committed, or `timeoutMS` is over: true when committed. */
  async drain(timeoutMS: number): Promise<boolean> {
    if (this.isSettled) return true;
    this.writeWithin(0);
    return new Promise((resolve) => {
      const cancel = realTimeOf(this.options.clock).schedule(timeoutMS, () => resolve(false));
      this.idle.push(() => {
        cancel();
        resolve(true);
      });
    });
  }

  /** Abandons the journal, because another runner writes it: nothing more is written, and no intent is committed. */
  abandon(): void {
    this.isAbandoned = true;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const { waiters } = this;
    this.waiters = [];
    for (const { resolve } of waiters) {
      resolve(takenOver);
    }
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private get isSettled(): boolean {
    return this.isAbandoned || (this.queue.length === 0 && !this.isRunDirty && !this.isWriting);
  }

  private writeWithin(ms: number): void {
    if (this.isAbandoned || this.isWriting || (this.cancelTimer && (ms > 0 || this.failures > 0))) return;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (ms === 0) void this.write();
    else this.cancelTimer = this.options.clock.schedule(ms, () => void this.write());
  }

  private async write(): Promise<void> {
    this.cancelTimer = undefined;
    this.isWriting = true;
    const entries = this.queue.slice(0, maxBatch);
    const { value: run } = this;
    this.isRunDirty = false;
    // Values match the last entry only, so a part of a backlog has none.
    const progress = entries.length === this.queue.length ? this.takeProgress() : [];
    try {
      const { store, continuedRunID } = this.options;
      await store.write({ run, entries, progress, continuedRunID });
      for (const row of progress) if (this.progress.get(keyOf(row)) === row) this.progress.delete(keyOf(row));
      this.failures = 0;
      this.lastError = undefined;
      this.queue.splice(0, entries.length);
      this.committedSeq = entries.at(-1)?.seq ?? this.committedSeq;
    } catch (error) {
      this.failures += 1;
      this.isRunDirty = true;
      this.lastError = error;
      this.options.onWriteFailed?.(error);
    }
    this.isWriting = false;
    this.settle();
  }

  private takeProgress(): readonly ProgressRow[] {
    if (this.options.store.keepsProgress === false) return [];
    for (const row of this.options.takeProgress?.(this.seq) ?? []) this.progress.set(keyOf(row), row);
    return [...this.progress.values()];
  }

  private settle(): void {
    if (this.isAbandoned) return;
    const committed = this.waiters.filter(({ seq }) => seq <= this.committedSeq);
    this.waiters = this.waiters.filter(({ seq }) => seq > this.committedSeq);
    for (const { resolve } of committed) resolve({ ok: true });
    if (this.isSettled) {
      for (const resolve of this.idle.splice(0)) resolve();
    } else if (this.failures > 0) {
      this.cancelTimer = this.options.clock.schedule(
        Math.min(retryMS.first * 2 ** (this.failures - 1), retryMS.longest),
        () => void this.write(),
      );
    } else if (this.waiters.length > 0 || this.idle.length > 0 || this.queue.length >= maxBatch) {
      this.writeWithin(0);
    } else {
      this.writeWithin(batchMS);
    }
  }
}

function keyOf({ scope, id }: ProgressRow): string {
  return `${scope} ${id}`;
}
