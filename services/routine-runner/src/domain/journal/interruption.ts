import { type JournalEntry, type LoopRound, loopRoundSchema, type Run } from '@cellwright/domain/run';
import * as z from 'zod';

/** Number of last entries of a run that are read for its interruption. */
export const interruptionTail = 2000;

interface OpenEffect {
  readonly effectID: string;
  readonly rounds: readonly LoopRound[];
  readonly entry: JournalEntry;
}

const effectSchema = z.object({ effectID: z.string(), rounds: z.array(loopRoundSchema).default([]) });

export interface Interruption {
  /** The run with its final state: over, and interrupted. */
  readonly run: Run;
  /** Entries to be added to its journal. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Describes the effect of a crash on an open run: its current step, and the outside effects with unknown outcome.
 * Nothing is repeated or resumed. @param container the start of the step that `findContainer` names, if any.
 */
export function describeInterruption(
  run: Run,
  tail: readonly JournalEntry[],
  now: Date,
  container?: JournalEntry,
): Interruption {
  const at = now.toISOString();
  const openEffects = findOpenEffects(tail);
  const place = openEffects[0]?.entry ?? findOpenStep(tail) ?? container ?? findLastStep(tail);
  let seq = tail.at(-1)?.seq ?? 0;
  const base = { runID: run.id, at, thread: place?.thread ?? 'main' };
  const entries: JournalEntry[] = openEffects.map(({ effectID, rounds, entry }) => ({
    ...base,
    seq: ++seq,
    thread: entry.thread,
    event: 'effectEnded',
    stepID: entry.stepID,
    stepPath: entry.stepPath,
    stepKind: entry.stepKind,
    result: 'unknown',
    data: { effectID, ...withRounds(rounds) },
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
              ...withRounds(openEffects[0]?.rounds ?? []),
            },
    },
    entries,
  };
}

/**
 * Returns the path of the container between two of its steps, if it started before the tail, as in a loop that ran for
 * days. Undefined when the tail itself contains it.
 */
export function findContainer(tail: readonly JournalEntry[]): string | undefined {
  if (findOpenStep(tail)) return undefined;
  const last = findLastStep(tail);
  if (last?.event !== 'stepEnded' || !last.stepPath?.includes('.')) return undefined;
  return last.stepPath.slice(0, last.stepPath.lastIndexOf('.'));
}

function findLastStep(tail: readonly JournalEntry[]): JournalEntry | undefined {
  return tail.findLast(({ stepID }) => stepID !== null);
}

function withRounds(rounds: readonly LoopRound[]): { rounds?: LoopRound[] } {
  return rounds.length > 0 ? { rounds: [...rounds] } : {};
}

/** Formats a place for people: `1.1.2 (round 3 of step 1, round 2 of step 1.1)`. */
export function describePlace({ stepPath, rounds = [] }: NonNullable<Run['interruptedIn']>): string {
  if (rounds.length === 0) return stepPath;
  return `${stepPath} (${rounds.map((each) => `round ${each.round} of step ${each.stepPath}`).join(', ')})`;
}

function findOpenEffects(tail: readonly JournalEntry[]): OpenEffect[] {
  const open = new Map<string, OpenEffect>();
  for (const entry of tail) {
    const effect = effectSchema.safeParse(entry.data);
    if (!effect.success) continue;
    const { effectID, rounds } = effect.data;
    if (entry.event === 'effectIntended') open.set(effectID, { effectID, rounds, entry });
    if (entry.event === 'effectEnded') open.delete(effectID);
  }
  return [...open.values()];
}

/** Returns the innermost step that started and did not end: the last such step. */
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
