import type { UnsavedTexts } from '../en/unsaved.ts';

export const unsavedDe: UnsavedTexts = {
  title: 'Nicht gespeicherte Änderungen',
  quoted: '„{{name}}“',
  text: '{{list}}: Diese Änderungen sind nicht gespeichert. Sie gehen verloren, wenn Sie die Seite verlassen.',
  stay: 'Bleiben',
  discard: 'Verwerfen und verlassen',
};
