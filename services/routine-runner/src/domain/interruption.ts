import type { JournalEntry, Run } from '@cellwright/domain';

/** How many of a run's last entries tell where it was interrupted. */
export const interruptionTail = 2000;

interface OpenEffect {
  readonly effectID: string;
  readonly entry: JournalEntry;
}

export interface Interruption {
  /** The run as it is after all: over, and interrupted. */
  readonly run: Run;
  /** What its journal has to add. */
  readonly entries: readonly JournalEntry[];
}

/**
 * What a crash did to a run that nobody ended: the step it was in, and the effects outside of which nobody knows
 * whether they happened. Nothing is repeated and nothing is resumed.
 */
export function describeInterruption(run: Run, tail: readonly JournalEntry[], now: Date): Interruption {
  const at = now.toISOString();
  const openEffects = findOpenEffects(tail);
  const place = openEffects[0]?.entry ?? findOpenStep(tail) ?? tail.findLast(({ stepID }) => stepID !== null);
  let seq = tail.at(-1)?.seq ?? 0;
  const base = { runID: run.id, at, thread: place?.thread ?? 'main' };
  const entries: JournalEntry[] = openEffects.map(({ effectID, entry }) => ({
    ...base,
    seq: ++seq,
    thread: entry.thread,
    event: 'effectEnded',
    stepID: entry.stepID,
    stepPath: entry.stepPath,
    stepKind: entry.stepKind,
    result: 'unknown',
    data: { effectID },
  }));
  const step = { stepID: place?.stepID ?? null, stepPath: place?.stepPath ?? null, stepKind: place?.stepKind ?? null };
  const result = openEffects.length > 0 ? 'unknown' : null;
  entries.push({ ...base, seq: ++seq, event: 'interrupted', ...step, result });
  entries.push({
    ...base,
    seq: ++seq,
    event: 'runEnded',
    stepID: null,
    stepPath: null,
    stepKind: null,
    result: 'interrupted',
  });
  return {
    run: {
      ...run,
      status: 'interrupted',
      endedAt: at,
      interruptedIn:
        step.stepID === null
          ? null
          : {
              stepID: step.stepID,
              stepPath: step.stepPath ?? '',
              stepKind: step.stepKind ?? '',
              hasUnknownEffect: openEffects.length > 0,
            },
    },
    entries,
  };
}

function findOpenEffects(tail: readonly JournalEntry[]): OpenEffect[] {
  const open = new Map<string, JournalEntry>();
  for (const entry of tail) {
    const effectID = effectIDOf(entry);
    if (effectID === undefined) continue;
    if (entry.event === 'effectIntended') open.set(effectID, entry);
    if (entry.event === 'effectEnded') open.delete(effectID);
  }
  return [...open].map(([effectID, entry]) => ({ effectID, entry }));
}

/** The innermost step that started and did not end: the last one of which that is true. */
function findOpenStep(tail: readonly JournalEntry[]): JournalEntry | undefined {
  const ended = new Map<string, number>();
  for (const entry of tail.toReversed()) {
    const key = `${entry.thread} ${entry.stepID}`;
    const count = ended.get(key) ?? 0;
    if (entry.event === 'stepEnded' && entry.result !== 'skipped') ended.set(key, count + 1);
    if (entry.event !== 'stepStarted') continue;
    if (count === 0) return entry;
    ended.set(key, count - 1);
  }
  return undefined;
}

function effectIDOf({ data }: JournalEntry): string | undefined {
  if (typeof data !== 'object' || data === null || !('effectID' in data)) return undefined;
  return typeof data.effectID === 'string' ? data.effectID : undefined;
}
