import type { DeskTexts } from '../en/desk.ts';

export const deskDe: DeskTexts = {
  path: 'Schritte um diesen herum',
  failedHere: 'Der Lauf ist in diesem Schritt fehlgeschlagen',
  playsVersion: 'Der Roboter spielt Version {{version}}',
  optionalInside: 'Optional: {{kinds}}',
  addElseIf: 'Sonst-wenn hinzufügen',
  addElse: 'Sonst hinzufügen',
  placeOf: {
    label: 'Position in der Liste',
    round: 'Je Durchgang die nächste Position',
    number: 'Nach Nummer',
    computed: 'Berechnet',
    missing: 'Position {{number}} (fehlt)',
  },
};
