import { failureSchema, type JournalEntry, type JournalEvent, type UnknownEffect } from '@cellwright/domain';
import * as z from 'zod';
import { describeReason } from '../../parts/recovery/describe-reason.ts';

/** One line of a run's timeline: a step from its start to its end, or something that happened. */
export interface TimelineRow {
  readonly seq: number;
  /** Seconds since the run began. */
  readonly atSeconds: number;
  readonly event: JournalEvent | 'step';
  readonly stepID: string | null;
  readonly stepPath: string | null;
  readonly stepKind: string | null;
  /** How many steps are around it. */
  readonly depth: number;
  readonly isInBackground: boolean;
  /** How the step or the effect ended; null while it goes on. */
  readonly result: string | null;
  /** Undefined while it goes on, and where the start is not among the entries. */
  readonly durationSeconds: number | undefined;
  /** Why, in the words of the journal. */
  readonly detail: string | undefined;
  /** What a step was to do to an output, a device, another computer or a thing that it presses. */
  readonly effect: Effect | undefined;
}

/** Of an intent in the journal: `kind` and `details` as the runner keeps them. */
export type Effect = Pick<UnknownEffect, 'kind' | 'details'>;

const causesSchema = failureSchema.pick({ causes: true });
const detailSchema = z.union([
  z
    .object({ failure: causesSchema.extend({ message: z.string() }) })
    .transform(({ failure }) => describeReason({ ...failure, reason: failure.message })),
  z
    .object({ failure: causesSchema.extend({ reason: z.string() }) })
    .transform(({ failure }) => describeReason(failure)),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ reason: z.string() }).transform(({ reason }) => reason),
]);

const effectSchema = z.object({ effectID: z.string() });
const intentSchema = effectSchema.extend({ kind: z.string(), details: z.unknown() });

/**
 * The journal as lines to read: the start and the end of a step are one. What a step did to its outputs and devices is told
 * by the line of the step; it has a line of its own only where it did not happen, or nobody knows whether it did.
 */
export function toTimeline(entries: readonly JournalEntry[], startedAt: string): TimelineRow[] {
  const start = Date.parse(startedAt);
  const rows: TimelineRow[] = [];
  const open = new Map<string, number>();
  const intents = new Map<string, Effect>();
  for (const entry of entries) {
    if (entry.event === 'effectIntended') noteIntent(intents, entry);
    if (isUntold(entry)) continue;
    const key = `${entry.thread} ${entry.stepPath}`;
    const { effectID } = effectSchema.safeParse(entry.data).data ?? {};
    const row = { ...toRow(entry, start), effect: effectID === undefined ? undefined : intents.get(effectID) };
    if (entry.event === 'stepStarted') open.set(key, rows.push(row) - 1);
    else if (entry.event === 'stepEnded' && endStep(rows, open.get(key), row)) open.delete(key);
    else rows.push(row);
  }
  return rows;
}

/** Entries that say nothing beside the steps and the header of the run. */
function isUntold({ event, result }: JournalEntry): boolean {
  if (event === 'runStarted' || event === 'effectIntended') return true;
  return event === 'effectEnded' && result === 'completed';
}

function noteIntent(intents: Map<string, Effect>, { data }: JournalEntry): void {
  const intent = intentSchema.safeParse(data).data;
  if (intent) intents.set(intent.effectID, { kind: intent.kind, details: intent.details });
}

function toRow(entry: JournalEntry, start: number): Omit<TimelineRow, 'effect'> {
  const isStep = entry.event === 'stepStarted' || entry.event === 'stepEnded';
  const nesting = entry.stepPath === null ? 0 : entry.stepPath.split('.').length - 1;
  return {
    seq: entry.seq,
    atSeconds: Math.max(0, (Date.parse(entry.at) - start) / 1000),
    event: isStep ? 'step' : entry.event,
    stepID: entry.stepID,
    stepPath: entry.stepPath,
    stepKind: entry.stepKind,
    depth: isStep || entry.stepPath === null ? nesting : nesting + 1,
    isInBackground: entry.thread !== 'main',
    result: entry.result,
    durationSeconds: undefined,
    detail: detailSchema.safeParse(entry.data).data,
  };
}

/** Ends the line that the step began; false when its start is not among the lines. */
function endStep(rows: TimelineRow[], index: number | undefined, end: TimelineRow): boolean {
  const begun = index === undefined ? undefined : rows[index];
  if (index === undefined || !begun) return false;
  const { result, detail } = end;
  rows[index] = { ...begun, result, detail, durationSeconds: end.atSeconds - begun.atSeconds };
  return true;
}
