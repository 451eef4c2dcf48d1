import type { JournalEntry, Run } from '@cellwright/domain';
import { describeInterruption } from '../journal/interruption.ts';
import type { JournalBatch, ProgressRow } from '../journal/journal.ts';
import type { RunArchive, StoredRun } from '../run/stored-run.ts';

/** What the store keeps of the newest run, in memory. */
export class FakeArchive implements RunArchive {
  private run: Run | undefined;
  private entries: JournalEntry[] = [];
  private rows = new Map<string, ProgressRow>();

  take({ run, entries, progress = [] }: JournalBatch): void {
    if (this.run?.id !== run.id) {
      this.entries = [];
      this.rows.clear();
    }
    this.run = run;
    this.entries.push(...entries);
    for (const row of progress) this.rows.set(`${row.scope} ${row.id}`, row);
    if (run.status === 'completed') this.rows.clear();
  }

  /** What the next runner finds when the one that writes here dies now. */
  interrupted(now: Date): FakeArchive {
    const found = new FakeArchive();
    if (!this.run) return found;
    const { run, entries } = describeInterruption(this.run, this.entries, now);
    found.run = run;
    found.entries = [...this.entries, ...entries];
    found.rows = new Map(this.rows);
    return found;
  }

  async newest(): Promise<StoredRun | undefined> {
    return this.run && { run: this.run, rows: [...this.rows.values()], tail: this.entries };
  }

  async forget(): Promise<void> {
    this.rows.clear();
  }
}
