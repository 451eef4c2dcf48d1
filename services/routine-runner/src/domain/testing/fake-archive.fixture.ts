import { createResumePlace, type JournalEntry, type ResumePlace, type Run } from '@cellwright/domain/run';
import { describeInterruption, type Interruption } from '../journal/interruption.ts';
import type { JournalBatch, ProgressRow } from '../journal/journal.ts';
import { type RunArchive, runPlaceSchema, type StoredRun } from '../run/stored-run.ts';

interface KeptRun {
  run: Run;
  readonly entries: JournalEntry[];
  readonly rows: Map<string, ProgressRow>;
}

/** Stored runs of a robot, in memory. */
export class FakeArchive implements RunArchive {
  private readonly runs = new Map<string, KeptRun>();

  take({ run, entries, progress = [], continuedRunID }: JournalBatch): void {
    const kept: KeptRun = this.runs.get(run.id) ?? { run, entries: [], rows: new Map() };
    this.runs.set(run.id, kept);
    kept.run = run;
    kept.entries.push(...entries);
    for (const row of progress) kept.rows.set(`${row.scope} ${row.id}`, row);
    if (progress.length > 0 && continuedRunID !== undefined) this.runs.get(continuedRunID)?.rows.clear();
    if (run.status !== 'completed') return;
    for (const other of this.runs.values()) if (other.run.routineID === run.routineID) other.rows.clear();
  }

  /** Returns the stored state for the next runner after a crash now. */
  interrupted(now: Date): FakeArchive {
    const found = new FakeArchive();
    for (const [id, { run: kept, entries: written, rows }] of this.runs) {
      const ended: Interruption =
        kept.endedAt === null ? describeInterruption(kept, written, now) : { run: kept, entries: [] };
      found.runs.set(id, { run: ended.run, entries: [...written, ...ended.entries], rows: new Map(rows) });
    }
    return found;
  }

  async find(runID: string): Promise<StoredRun | undefined> {
    const kept = this.runs.get(runID);
    return kept && { run: kept.run, rows: [...kept.rows.values()], tail: kept.entries };
  }

  async listPlaces(): Promise<ResumePlace[]> {
    return [...this.runs.values()].reverse().flatMap(({ run, rows }) => {
      const { data } = runPlaceSchema.safeParse(rows.get('place ')?.value);
      return createResumePlace(run, data?.at) ?? [];
    });
  }

  async forget(runID: string): Promise<void> {
    this.runs.get(runID)?.rows.clear();
  }
}
