import { type JournalEntry, loopRoundSchema, questionAbout, type UnknownEffect } from '@cellwright/domain/run';
import type { Place } from '@cellwright/steps/engine';
import * as z from 'zod';

const intentSchema = z.object({
  effectID: z.string(),
  kind: z.string(),
  details: z.unknown(),
  rounds: z.array(loopRoundSchema).default([]),
});
const endSchema = z.object({ effectID: z.string() });

/**
 * Returns the outside effects at the end of a run for which a user has to say whether they happened: intents without an
 * outcome, and those of an unfinished step regardless of their outcome.
 */
export function findUnknownEffects(tail: readonly JournalEntry[], places: readonly Place[]): UnknownEffect[] {
  const results = new Map<string, string | null>();
  const effects: UnknownEffect[] = [];
  const underWay = new Set(places.filter(({ when }) => when === 'inside').map(({ thread, stepID }) => thread + stepID));
  for (const entry of tail.toReversed()) {
    const { thread, event, stepID, stepPath, stepKind, data } = entry;
    const end = event === 'effectEnded' ? endSchema.safeParse(data).data : undefined;
    if (end) results.set(end.effectID, entry.result);
    // Effects of an earlier round of the step need no question.
    if (event === 'stepStarted') underWay.delete(thread + stepID);
    const intent = event === 'effectIntended' ? intentSchema.safeParse(data).data : undefined;
    if (!intent || stepID === null) continue;
    const result = results.get(intent.effectID) ?? 'unknown';
    const isAsked = result === 'unknown' || (result !== 'notExecuted' && underWay.has(thread + stepID));
    if (!isAsked) continue;
    // The last of several effects of a step shows its progress.
    underWay.delete(thread + stepID);
    const { effectID, kind, details, rounds } = intent;
    const step = { stepID, stepPath: stepPath ?? '', stepKind: stepKind ?? '', rounds };
    effects.push({ effectID, thread, ...step, kind, details, question: questionAbout({ kind, details }) });
  }
  return effects.reverse();
}

/** Returns the places for continuing after the user's answers: after a step whose effect happened. */
export function answerPlaces(
  places: readonly Place[],
  effects: readonly UnknownEffect[],
  done: ReadonlySet<string>,
): readonly Place[] {
  return places.map((place) => {
    const effect = effects.find(({ thread, stepID }) => thread === place.thread && stepID === place.stepID);
    return effect && done.has(effect.effectID) ? { ...place, when: 'after' } : place;
  });
}
