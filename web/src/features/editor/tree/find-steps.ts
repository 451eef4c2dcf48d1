import { type Routine, type Step, walkSteps } from '@cellwright/domain/routine';

/**
 * Returns the ids of the steps, top to bottom, whose path or sentence contains every word of a text. None for an empty
 * text.
 */
export function findSteps({ steps }: Routine, text: string, sentenceOf: (step: Step) => string): string[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [...walkSteps(steps)].flatMap(({ step, path }) => {
    const said = `${path} ${sentenceOf(step)} ${step.stepKind}`.toLocaleLowerCase();
    return words.every((word) => said.includes(word)) ? [step.id] : [];
  });
}

/**
 * Returns the match `by` places after the selected step, wrapping around; the first one if the selected step is no
 * match.
 */
export function nextMatch(found: readonly string[], chosen: string | undefined, by: 1 | -1): string | undefined {
  const at = found.indexOf(chosen ?? '');
  if (at < 0) return by > 0 ? found[0] : found.at(-1);
  return found[(at + by + found.length) % found.length];
}
