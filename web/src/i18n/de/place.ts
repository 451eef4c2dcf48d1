import type { PlaceTexts } from '../en/place.ts';

export const placeDe: PlaceTexts = {
  begin: 'In 3D verschieben',
  title: 'Position verschieben',
  fixedTarget: 'Festes Ziel',
  mode: 'Griffe',
  modes: { translate: 'Verschieben', rotate: 'Drehen' },
  axes: 'Achsen',
  axesOf: { base: 'Basis', pose: 'Werkzeug' },
  save: 'Position speichern',
  discard: 'Verwerfen',
  numbers: 'Zahlen',
  saved: 'Position gespeichert',
  undo: 'Rückgängig',
  fine: 'Erreichbar, berührt nichts',
  touches: 'Würde berühren: {{contact}}',
  nearLimit: 'J{{joint}} ist {{degrees}}° von der Grenze entfernt',
  unreachable: 'Außer Reichweite. Der Geist zeigt die letzte erreichte Stellung.',
  out_of_limits: 'Jede Stellung dort überschreitet eine Gelenkgrenze. Der Geist zeigt die letzte erreichte Stellung.',
  unchecked: 'Nicht auf Berührung geprüft: {{reason}}',
};
