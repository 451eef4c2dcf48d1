import type { Run } from '@cellwright/domain';
import { useMemo } from 'react';
import { toTimeline } from '../timeline.ts';
import { useJournal } from '../use-journal.ts';

/** An instant that people look for. */
export interface Mark {
  /** Seconds since the run began. */
  readonly at: number;
  readonly kind: 'step' | 'trouble';
}

const troubles: ReadonlySet<string> = new Set(['failed', 'interrupted', 'stepWarning', 'paused']);

/** What the journal adds to a recording: of a long run, its end. */
export interface JournalFacts {
  /** Where steps began and what went wrong, in order. */
  readonly marks: readonly Mark[];
  /** The kinds of steps by their ids. */
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

/** What the journal tells of a step, the state tells a moment later: there a mark leads, s. */
export const markSeconds = 0.05;

/** The mark before or after an instant; undefined when there is none. */
export function markBeside(marks: readonly Mark[], at: number, side: 'before' | 'after'): Mark | undefined {
  return side === 'after'
    ? marks.find((mark) => mark.at > at)
    : marks.findLast((mark) => mark.at < at - 2 * markSeconds);
}
