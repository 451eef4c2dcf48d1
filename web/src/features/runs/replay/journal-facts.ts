import type { Run } from '@cellwright/domain/run';
import { useMemo } from 'react';
import type { Mark } from '../../../parts/playback/marks.ts';
import { toTimeline } from '../timeline.ts';
import { useJournal } from '../use-journal.ts';

const troubles: ReadonlySet<string> = new Set(['failed', 'interrupted', 'stepWarning', 'paused']);

/** Data from the journal for a replay; of a long run, only its end. */
export interface JournalFacts {
  /** Starts of steps and failures, in order. */
  readonly marks: readonly Mark[];
  /** Kinds of steps by id. */
  readonly kinds: ReadonlyMap<string, string>;
}

export function useJournalFacts(run: Run): JournalFacts {
  const { entries } = useJournal(run, 'end');
  return useMemo(() => {
    const rows = toTimeline(entries ?? [], run.startedAt);
    const marks = rows.map(({ atSeconds, event, result }): Mark => {
      return { at: atSeconds, kind: troubles.has(event) || result === 'failed' ? 'trouble' : 'step' };
    });
    const kinds = rows.flatMap(({ stepID, stepKind }): [string, string][] =>
      stepID === null || stepKind === null ? [] : [[stepID, stepKind]],
    );
    return { marks: marks.toSorted((one, other) => one.at - other.at), kinds: new Map(kinds) };
  }, [entries, run.startedAt]);
}
