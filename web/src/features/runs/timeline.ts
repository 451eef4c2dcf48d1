import { failureSchema } from '@cellwright/domain/robot';
import type { JournalEntry, JournalEvent, UnknownEffect } from '@cellwright/domain/run';
import * as z from 'zod';
import { translateMessage } from '../../i18n/cell-words.ts';
import { describeReason } from '../../parts/recovery/describe-reason.ts';

/** Row of a run's timeline: a step from its start to its end, or an event. */
export interface TimelineRow {
  readonly seq: number;
  /** Seconds since the run began. */
  readonly atSeconds: number;
  readonly event: JournalEvent | 'step';
  readonly stepID: string | null;
  readonly stepPath: string | null;
  readonly stepKind: string | null;
  /** Number of ancestors of the step. */
  readonly depth: number;
  readonly isInBackground: boolean;
  /** Result of the step or the effect; null while it is in progress. */
  readonly result: string | null;
  /** Undefined while it is in progress, and if its start is not among the entries. */
  readonly durationSeconds: number | undefined;
  /** Reason, in the language of the page. */
  readonly detail: string | undefined;
  /** Intended effect of a step on an output, a device, another computer or a pressed object. */
  readonly effect: Effect | undefined;
}

/** Intent in the journal: `kind` and `details` as the runner stores them. */
export type Effect = Pick<UnknownEffect, 'kind' | 'details'>;

const causesSchema = failureSchema.pick({ causes: true });
const detailSchema = z.union([
  z
    .object({ failure: causesSchema.extend({ message: z.string() }) })
    .transform(({ failure }) => describeReason({ ...failure, reason: failure.message })),
  z
    .object({ failure: causesSchema.extend({ reason: z.string() }) })
    .transform(({ failure }) => describeReason(failure)),
  z.object({ message: z.string() }).transform(({ message }) => translateMessage(message)),
  z.object({ reason: z.string() }).transform(({ reason }) => translateMessage(reason)),
  z.object({ answer: z.string() }).transform(({ answer }) => `‘${answer}’`),
]);

const effectSchema = z.object({ effectID: z.string() });
const intentSchema = effectSchema.extend({ kind: z.string(), details: z.unknown() });

/**
 * Converts the journal to rows: the start and the end of a step are one row. Effects of a step on outputs and devices
 * belong to the row of the step; they have their own row only if they failed or their outcome is unknown.
 */
export function toTimeline(entries: readonly JournalEntry[], startedAt: string): TimelineRow[] {
  const start = Date.parse(startedAt);
  const rows: TimelineRow[] = [];
  const open = new Map<string, number>();
  const intents = new Map<string, Effect>();
  for (const entry of entries) {
    if (entry.event === 'effectIntended') recordIntent(intents, entry);
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

/** True for entries that add nothing to the steps and the header of the run. */
function isUntold({ event, result }: JournalEntry): boolean {
  if (event === 'runStarted' || event === 'effectIntended') return true;
  return event === 'effectEnded' && result === 'completed';
}

function recordIntent(intents: Map<string, Effect>, { data }: JournalEntry): void {
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

/** Ends the row that the step began; false if its start is not among the rows. */
function endStep(rows: TimelineRow[], index: number | undefined, end: TimelineRow): boolean {
  const begun = index === undefined ? undefined : rows[index];
  if (index === undefined || !begun) return false;
  const { result, detail } = end;
  rows[index] = { ...begun, result, detail, durationSeconds: end.atSeconds - begun.atSeconds };
  return true;
}
