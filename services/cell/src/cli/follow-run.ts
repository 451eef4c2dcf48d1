import { setTimeout as delay } from 'node:timers/promises';
import type { JournalEntry } from '@cellwright/domain/run';
import type { CellClient } from './cell-client.ts';

/** Entries are committed within 50 ms; polling half as often loses nothing. */
const pollMS = 100;

/** Yields the journal of a run, entry by entry, until the run has ended. */
export async function* followJournal(client: CellClient, runID: string): AsyncGenerator<JournalEntry> {
  let after = 0;
  for (;;) {
    const { items } = await client.readJournal(runID, after);
    for (const entry of items) {
      after = entry.seq;
      yield entry;
      if (entry.event === 'runEnded' || entry.event === 'interrupted') return;
    }
    if (items.length === 0) await delay(pollMS);
  }
}
