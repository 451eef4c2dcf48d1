import type { PlaceRound, PlaceStep } from '@cellwright/domain';
import type { TFunction } from 'i18next';
import { kindLabel } from '../kind-label.ts';

/** A place in the words of a button: what it does, the step, and the round of its loop. */
export interface PlaceText {
  readonly title: string;
  readonly step: string;
  /** Empty outside of loops. */
  readonly round: string;
  /** The step and the round, without what the button does. */
  readonly where: string;
  /** All of it in one sentence. */
  readonly whole: string;
}

export function placeText(t: TFunction, { stepPath: path, stepKind, name, isDone, round }: PlaceStep): PlaceText {
  const title = t(isDone ? 'resume.continueAfter' : 'resume.continueAt', { path });
  const step = name ?? kindLabel(stepKind);
  const inRound = round ? roundText(t, round) : '';
  const rest = `${step}${inRound && `, ${inRound}`}`;
  return { title, step, round: inRound, where: `${path} – ${rest}`, whole: `${title} – ${rest}` };
}

function roundText(t: TFunction, { round, of }: PlaceRound): string {
  return of === null ? t('resume.inRound', { round }) : t('resume.inRoundOf', { round, of });
}
