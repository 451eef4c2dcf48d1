import * as z from 'zod';
import type { Run } from './run.ts';
import { runStatusSchema } from './run-status.ts';

/** Round of a loop around a place: `round` counts from 1 to `of`; `of` is null if the loop has no fixed number. */
export const placeRoundSchema = z.object({
  round: z.number().int().min(1),
  of: z.number().int().min(1).nullable(),
  /** Name of the boxes of which each round places or removes one: 'Carton'. */
  object: z.string().optional(),
});
export type PlaceRound = z.infer<typeof placeRoundSchema>;

/** A step at which an unfinished run can be continued, described for an operator. */
export const placeStepSchema = z.object({
  stepID: z.string(),
  stepPath: z.string(),
  stepKind: z.string(),
  /** Description of the step, or of the move that contains it; null without one. */
  name: z.string().nullable(),
  /** True if the step has ended: the run continues after it. */
  isDone: z.boolean(),
  /** Round of the innermost loop around it; nested loops with a fixed number of rounds count together. */
  round: placeRoundSchema.nullable(),
});
export type PlaceStep = z.infer<typeof placeStepSchema>;

/** An unfinished run and the step at which it can be continued. */
export const resumePlaceSchema = z.object({
  run: z.object({
    id: z.string(),
    routineID: z.string(),
    routineName: z.string(),
    routineVersion: z.number().int(),
    status: runStatusSchema,
    endedAt: z.iso.datetime().nullable(),
  }),
  at: placeStepSchema,
});
export type ResumePlace = z.infer<typeof resumePlaceSchema>;

/** Maximum number of stored places per robot; older ones are deleted. */
export const maxResumePlaces = 8;

type PlaceRun = ResumePlace['run'];

/** True if a run that ended like this can be continued. */
export function canContinue({ status }: Pick<Run, 'status'>): boolean {
  return status === 'stopped' || status === 'failed' || status === 'interrupted';
}

/**
 * Returns the place that a run leaves; undefined if it has none: it is not over, completed, or had not begun a step.
 */
export function createResumePlace(run: PlaceRun, at: PlaceStep | null | undefined): ResumePlace | undefined {
  if (!at || !canContinue(run)) return undefined;
  const { id, routineID, routineName, routineVersion, status, endedAt } = run;
  return { run: { id, routineID, routineName, routineVersion, status, endedAt }, at };
}

/** Returns the places after a run began: without the one that it continues. */
export function placesAfterStart(places: readonly ResumePlace[], continuedRunID: string | undefined): ResumePlace[] {
  return places.filter(({ run }) => run.id !== continuedRunID);
}

/** Returns the places after a run ended, newest first; without those of a routine that completed. */
export function placesAfterEnd(
  places: readonly ResumePlace[],
  run: PlaceRun,
  at: PlaceStep | null | undefined,
): ResumePlace[] {
  if (run.status === 'completed') return places.filter(({ run: { routineID } }) => routineID !== run.routineID);
  const place = createResumePlace(run, at);
  if (!place) return [...places];
  return [place, ...places.filter(({ run: { id } }) => id !== run.id)].slice(0, maxResumePlaces);
}

/** Returns the newest place of a routine. */
export function findResumePlace(
  places: readonly ResumePlace[] | undefined,
  routineID: string | undefined,
): ResumePlace | undefined {
  return places?.find(({ run }) => run.routineID === routineID);
}

/** A loop around a step, outermost first. */
export interface LoopAround {
  readonly round: number;
  readonly times: number | null;
  /** True if the loop contains only the next loop inside it. */
  readonly hasOnlyNext: boolean;
}

/**
 * Returns the round of the loops around a step: layer 2 of 5 with box 3 of 12 in it is 15 of 60. Null after the last
 * round.
 */
export function countRounds(loops: readonly LoopAround[]): PlaceRound | null {
  const innermost = loops.at(-1);
  if (!innermost) return null;
  let { round } = innermost;
  let of = innermost.times;
  for (const outer of loops.slice(0, -1).reverse()) {
    if (of === null || outer.times === null || !outer.hasOnlyNext) break;
    round += (outer.round - 1) * of;
    of *= outer.times;
  }
  return of !== null && round > of ? null : { round, of };
}
