import { createId, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';

/** Storage key of the reports that this browser keeps until the cell has stored them. */
const storageKey = 'cellwright.bugReports';
/** Maximum of reports that wait. */
export const maxWaiting = 20;

const waitingSchema = z.object({
  id: z.string(),
  userID: z.string(),
  createdAt: z.iso.datetime(),
  report: z.record(z.string(), z.string()),
  isBundleWanted: z.boolean(),
  /** Reason why the cell refused it; it is not sent again by itself. */
  refusal: z.string().optional(),
});
/** Report that waits in this browser. */
export type WaitingReport = z.infer<typeof waitingSchema>;

export interface ReportOutboxParts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Stores a report in the cell, with a new archive of diagnostics if one is wanted. */
  readonly send: (report: WaitingReport) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Reports of a user that this browser keeps until the cell has stored them, also across reloads. Each has its own id:
 * a report whose response was lost is not stored twice.
 */
export class ReportOutbox {
  readonly #parts: ReportOutboxParts;
  readonly #listeners = new Set<() => void>();
  #reports: readonly WaitingReport[];
  #sending: Promise<void> | undefined;

  constructor(parts: ReportOutboxParts) {
    this.#parts = parts;
    this.#reports = readReports(parts.storage.getItem(storageKey));
  }

  /** Reports of all users of this browser, oldest first; the same array until it changes. */
  list(): readonly WaitingReport[] {
    return this.#reports;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps a new report. Returns its id; undefined if too many wait already. */
  add(report: Pick<WaitingReport, 'userID' | 'report' | 'isBundleWanted'>): string | undefined {
    if (this.#reports.length >= maxWaiting) return undefined;
    const id = createId('bugReport');
    this.#change([...this.#reports, { id, createdAt: this.#parts.now().toISOString(), ...report }]);
    return id;
  }

  remove(id: string): void {
    this.#change(this.#reports.filter((report) => report.id !== id));
  }

  /** Sends a refused report again with the next ones. */
  retry(id: string): void {
    this.#change(
      this.#reports.map(({ refusal, ...report }) =>
        report.id === id || refusal === undefined ? report : { ...report, refusal },
      ),
    );
  }

  /**
   * Sends the reports of a user in order, until one cannot be sent. A second call joins the first, which also sends
   * reports that were added in the meantime.
   */
  sendAll(userID: string): Promise<void> {
    this.#sending ??= this.#sendAll(userID).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(userID: string): Promise<void> {
    const isNext = (each: WaitingReport) => each.userID === userID && each.refusal === undefined;
    for (let report = this.#reports.find(isNext); report; report = this.#reports.find(isNext)) {
      try {
        await this.#parts.send(report);
        this.remove(report.id);
      } catch (error) {
        if (isStored(error)) this.remove(report.id);
        else if (isTemporary(error)) return;
        else this.#refuse(report.id, error);
      }
    }
  }

  #refuse(id: string, error: unknown): void {
    const refusal = error instanceof Error ? error.message : String(error);
    this.#change(this.#reports.map((report) => (report.id === id ? { ...report, refusal } : report)));
  }

  #change(reports: readonly WaitingReport[]): void {
    this.#reports = reports;
    if (reports.length === 0) this.#parts.storage.removeItem(storageKey);
    else this.#parts.storage.setItem(storageKey, JSON.stringify(reports));
    for (const listener of [...this.#listeners]) listener();
  }
}

/** True if an earlier request stored the report, and only its response was lost. */
function isStored(error: unknown): boolean {
  return error instanceof ProductError && error.code === 'conflict';
}

/** Errors of a cell that is away or starting, and of a session or panel that is closed. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'unavailable',
  'service_initializing',
  'rate_limited',
  'authorization_required',
]);

function isTemporary(error: unknown): boolean {
  return error instanceof ProductError && temporaryCodes.has(error.code);
}

function readReports(text: string | null): readonly WaitingReport[] {
  if (text === null) return [];
  try {
    return z.array(waitingSchema).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
