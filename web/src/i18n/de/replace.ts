import type { ReplaceTexts } from '../en/replace.ts';

export const replaceDe: ReplaceTexts = {
  title: 'In allen Abläufen suchen und ersetzen',
  find: 'Suchen',
  replacement: 'Ersetzen durch',
  preview: 'Vorschau',
  replace_zero: 'Ersetzen',
  replace_one: 'In 1 Ablauf ersetzen',
  replace_other: 'In {{count}} Abläufen ersetzen',
  close: 'Schließen',
  help: 'Durchsucht Namen, Notizen und Meldungen; Groß- und Kleinschreibung zählt. Jeder geänderte Ablauf bekommt eine neue Version.',
  nothing: 'Kein solcher Text',
  places: {
    name: 'Name',
    description: 'Notizen',
    stepDescription: 'Notiz von Schritt {{path}}',
    stepMessage: 'Meldung von Schritt {{path}}',
  },
  done_one: 'Text in 1 Ablauf ersetzt',
  done_other: 'Text in {{count}} Abläufen ersetzt',
  undo: 'Rückgängig',
};
