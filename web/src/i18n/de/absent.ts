import type { AbsentTexts } from '../en/absent.ts';

/** Texts of pages that are not part of this version, in German. */
export const absentDe: AbsentTexts = {
  title: 'Nicht verfügbar',
  text: 'Diese Seite ist nicht Teil dieser Version.',
  back: 'Zurück zur Übersicht',
};
