import { type BugReport, type Clock, createId, ProductError } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { CellThings } from '../cell-things.ts';
import type { RobotCall } from '../robot-line.ts';

/** Reports that may wait for their store. */
const mostWaiting = 20;
const retryMS = 5000;

interface Waiting {
  readonly call: RobotCall;
  readonly report: BugReport;
}

/**
 * Reports on their way to the service that keeps them. While that is away they wait here, in memory, in their order, and
 * are sent again and again: whoever reports something wrong is not told to come back when less is wrong.
 */
export class ReportOutbox {
  private readonly parts: { things: Pick<CellThings, 'create'>; clock: Clock; log: Logger };
  private readonly waiting: Waiting[] = [];
  private cancelRetry: (() => void) | undefined;
  private isClosed = false;

  constructor(parts: { things: Pick<CellThings, 'create'>; clock: Clock; log: Logger }) {
    this.parts = parts;
  }

  /** Keeps a report; answers its id. @throws ProductError when it is refused, or too many wait already. */
  async keep(call: RobotCall, report: Omit<BugReport, 'id'>): Promise<string> {
    const entry = { call, report: { ...report, id: createId('bugReport') } };
    if (this.waiting.length === 0 && (await this.send(entry))) return entry.report.id;
    if (this.waiting.length >= mostWaiting) {
      throw new ProductError('unavailable', 'Too many reports wait to be kept; try again in a moment');
    }
    this.waiting.push(entry);
    this.parts.log.warn('a bug report waits to be kept', { id: entry.report.id, waiting: this.waiting.length });
    this.retryLater();
    return entry.report.id;
  }

  /** What still waits is gone with this process: it is in the log. */
  close(): void {
    this.isClosed = true;
    this.cancelRetry?.();
    for (const { report } of this.waiting) this.parts.log.error('a bug report was not kept', { report });
  }

  /** Whether it is kept now; false while its store is away. @throws ProductError when it is refused. */
  private async send({ call, report }: Waiting): Promise<boolean> {
    try {
      // Its own id is the key: one that was kept, and whose answer was lost, is not kept twice.
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
