import type { UnsavedTexts } from '../en/unsaved.ts';

export const unsavedDe: UnsavedTexts = {
  title: 'Nicht gespeicherte Änderungen',
  quoted: '„{{name}}“',
  text: '{{list}}: Diese Änderungen sind nicht gespeichert. Sie gehen verloren, wenn Sie die Seite verlassen.',
  stay: 'Bleiben',
  discard: 'Verwerfen und verlassen',
  overlap:
    'Ein anderer Benutzer hat dieselben Einstellungen geändert. Ihre Änderungen sind noch da: Prüfen Sie sie, und speichern Sie noch einmal.',
};
