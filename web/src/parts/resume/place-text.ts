import type { PlaceRound, PlaceStep } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import { kindLabel } from '../kind-label.ts';

/** Label of a button for a place: its action, the step, and the iteration of its loop or its box. */
export interface PlaceText {
  readonly title: string;
  readonly step: string;
  /** Empty outside of loops. */
  readonly round: string;
  /** Step and iteration, without the action of the button. */
  readonly where: string;
  /** Everything in one sentence. */
  readonly whole: string;
}

export function placeText(t: TFunction, { stepPath: path, stepKind, name, isDone, round }: PlaceStep): PlaceText {
  const title = t(isDone ? 'resume.continueAfter' : 'resume.continueAt', { path });
  const step = name ?? kindLabel(stepKind);
  const inRound = round ? roundText(t, round) : '';
  const rest = `${step}${inRound && `, ${inRound}`}`;
  return { title, step, round: inRound, where: `${path} – ${rest}`, whole: `${title} – ${rest}` };
}

function roundText(t: TFunction, { round, of, object }: PlaceRound): string {
  if (object !== undefined) {
    const values = { round, object, objectInSentence: inSentence(object) };
    return of === null ? t('resume.inObject', values) : t('resume.inObjectOf', { ...values, of });
  }
  return of === null ? t('resume.inRound', { round }) : t('resume.inRoundOf', { round, of });
}

/** Returns a name as English writes it inside a sentence: 'Carton' → 'carton'; abbreviations like 'PCB' stay. */
function inSentence(name: string): string {
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}
