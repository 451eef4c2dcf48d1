import type { Clock } from '@cellwright/domain/basics';
import type { SessionLog } from '../cell.ts';

/** Some seconds of a run. */
export interface RecordedPart {
  readonly runID: string;
  readonly index: number;
  /** Seconds since the run began. */
  readonly from: number;
  readonly to: number;
  readonly hasKeyframe: boolean;
  /** The ReplayRecord of the domain, as JSON. */
  readonly text: string;
}

export interface PartStore {
  /** Writes a part; a second time has no effect. */
  write(part: RecordedPart): Promise<void>;
}

/** Maximum characters that wait for an unreachable store; further parts are dropped. */
const maxWaiting = 16 * 2 ** 20;
const retryMS = 1000;

/**
 * Writes the parts of recordings one after another. An unreachable store costs parts, never memory or time of a run.
 */
export class PartWriter {
  private waiting: RecordedPart[] = [];
  private size = 0;
  private isWriting = false;
  private isClosed = false;
  private hasFailed = false;
  private idle: (() => void)[] = [];
  private readonly store: PartStore;
  private readonly clock: Clock;
  private readonly log: SessionLog;

  constructor(store: PartStore, clock: Clock, log: SessionLog) {
    this.store = store;
    this.clock = clock;
    this.log = log;
  }

  /** Returns false when too much is waiting: the part is dropped. */
  add(part: RecordedPart): boolean {
    if (this.isClosed || this.size + part.text.length > maxWaiting) return false;
    this.waiting.push(part);
    this.size += part.text.length;
    if (!this.isWriting) void this.writeAll();
    return true;
  }

  /** Resolves when everything is written, or after `timeoutMS`, after which nothing more is written. */
  async close(timeoutMS: number): Promise<void> {
    if (this.isWriting) {
      await new Promise<void>((resolve) => {
        const cancel = this.clock.schedule(timeoutMS, resolve);
        this.idle.push(() => {
          cancel();
          resolve();
        });
      });
    }
    this.isClosed = true;
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    for (let part = this.waiting[0]; part && !this.isClosed; part = this.waiting[0]) {
      try {
        await this.store.write(part);
        this.waiting.shift();
        this.size -= part.text.length;
        this.hasFailed = false;
      } catch (error) {
        // Once per outage.
        if (!this.hasFailed) this.log.warn('the recording of a run is not written; it is tried again', { error });
        this.hasFailed = true;
        await this.clock.sleep(retryMS);
      }
    }
    this.isWriting = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
