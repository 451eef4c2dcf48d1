import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import type { BugReport } from '@cellwright/domain/cell';
import type { Logger } from '@cellwright/service-kit';
import type { CellThings } from '../cell-things.ts';
import type { RobotCall } from '../robot-line.ts';

/** Maximum of reports that wait for their store. */
const maxWaiting = 20;
const retryMS = 5000;

interface Waiting {
  readonly call: RobotCall;
  readonly report: BugReport;
}

/**
 * Queue of bug reports for the service that stores them. While it is unavailable they wait in memory and in order, and
 * are sent repeatedly: reporting a problem must not fail because of that problem.
 */
export class ReportOutbox {
  private readonly parts: { things: Pick<CellThings, 'create'>; clock: Clock; log: Logger };
  private readonly waiting: Waiting[] = [];
  private cancelRetry: (() => void) | undefined;
  private isClosed = false;

  constructor(parts: { things: Pick<CellThings, 'create'>; clock: Clock; log: Logger }) {
    this.parts = parts;
  }

  /** Stores a report and returns its id. @throws ProductError if it is rejected, or too many wait already. */
  async keep(call: RobotCall, report: Omit<BugReport, 'id'>): Promise<string> {
    const entry = { call, report: { ...report, id: createId('bugReport') } };
    if (this.waiting.length === 0 && (await this.send(entry))) return entry.report.id;
    if (this.waiting.length >= maxWaiting) {
      throw new ProductError('unavailable', 'Too many reports are waiting to be stored. Try again in a moment');
    }
    this.waiting.push(entry);
    this.parts.log.warn('a bug report waits to be kept', { id: entry.report.id, waiting: this.waiting.length });
    this.retryLater();
    return entry.report.id;
  }

  /** Reports that still wait are lost with this process, but logged. */
  close(): void {
    this.isClosed = true;
    this.cancelRetry?.();
    for (const { report } of this.waiting) this.parts.log.error('a bug report was not kept', { report });
  }

  /**
   * Returns true if the report is stored; false while its store is unavailable. @throws ProductError if it is rejected.
   */
  private async send({ call, report }: Waiting): Promise<boolean> {
    try {
      // Its id is the idempotency key: a report whose response was lost is not stored twice.
      await this.parts.things.create(call, 'bugReports', report, report.id);
      return true;
    } catch (error) {
      if (error instanceof ProductError && error.code === 'unavailable') return false;
      throw error;
    }
  }

  private retryLater(): void {
    if (this.isClosed) return;
    this.cancelRetry ??= this.parts.clock.schedule(retryMS, () => void this.sendWaiting());
  }

  private async sendWaiting(): Promise<void> {
    for (let [next] = this.waiting; next && !this.isClosed; [next] = this.waiting) {
      try {
        if (!(await this.send(next))) break;
      } catch (error) {
        this.parts.log.error('a bug report was refused', { report: next.report, error });
      }
      this.waiting.shift();
    }
    this.cancelRetry = undefined;
    if (this.waiting.length > 0) this.retryLater();
  }
}
