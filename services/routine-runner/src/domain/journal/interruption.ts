import { type JournalEntry, type LoopRound, loopRoundSchema, type Run } from '@cellwright/domain';
import * as z from 'zod';

/** How many of a run's last entries tell where it was interrupted. */
export const interruptionTail = 2000;

interface OpenEffect {
  readonly effectID: string;
  readonly rounds: readonly LoopRound[];
  readonly entry: JournalEntry;
}

const effectSchema = z.object({ effectID: z.string(), rounds: z.array(loopRoundSchema).default([]) });

export interface Interruption {
  /** The run as it is after all: over, and interrupted. */
  readonly run: Run;
  /** What its journal has to add. */
  readonly entries: readonly JournalEntry[];
}

/**
 * What a crash did to a run that nobody ended: the step it was in, and the effects outside of which nobody knows
 * whether they happened. Nothing is repeated and nothing is resumed.
 * @param container the start of the step that `findContainer` names, when it names one.
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
 * The path of the step that was between two of its steps, when it started before the tail: a loop that has played for
 * days has. Undefined when the tail itself tells.
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

/** For people: `1.1.2 (round 3 of step 1, round 2 of step 1.1)`. */
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
