import type { PaletteTexts } from '../en/palette.ts';

export const paletteDe: PaletteTexts = {
  label: 'Befehle',
  placeholder: 'Zu einer Seite oder einem Ablauf gehen oder einen Befehl wählen',
  none: 'Kein passender Befehl',
  noRoutines: 'Die Abläufe konnten nicht geladen werden. Öffnen Sie die Befehle erneut, oder gehen Sie zu Abläufe',
  results: 'Passende Befehle',
  groups: { screen: 'Seite', routine: 'Ablauf', command: 'Befehl', help: 'Hilfe' },
  newRoutine: 'Neuer Ablauf',
  help: 'Hilfe: {{name}}',
  preflight: 'Prüfung vor dem Start',
  calibrate: 'Kamera kalibrieren',
  controlPanel: 'Systemsteuerung',
};
