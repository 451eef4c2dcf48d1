import type { BugReportingTexts } from '../en/bug-reporting.ts';

/** Texts of the screen of bug reports, in German. */
export const bugReportingDe: BugReportingTexts = {
  title: 'Fehlermeldungen',
  new: 'Neue Meldung',
  description: 'Was ist passiert?',
  expected: 'Was hätte passieren sollen?',
  steps: 'Schritte zum Nachstellen',
  frequency: 'Wie oft tritt es auf?',
  frequencies: { once: 'Einmal', sometimes: 'Manchmal', always: 'Jedes Mal' },
  attach: 'Diagnose anhängen',
  attachHelp:
    'Zustand aller Dienste und Geräte und die neuesten Protokollzeilen. Passwörter, Token, PINs und Schlüssel sind entfernt.',
  storedHere: 'Meldungen bleiben in dieser Zelle. Nichts wird ins Internet gesendet.',
  send: 'Meldung speichern',
  saved: 'Meldung gespeichert',
  kept: 'Die Zelle antwortet nicht. Die Meldung bleibt in diesem Browser.',
  waiting: 'Wartet in diesem Browser',
  waitingHelp: 'Diese Meldungen werden gespeichert, sobald die Zelle antwortet und diese Seite geöffnet ist.',
  waitingFull: 'Zu viele Meldungen warten. Entfernen Sie zuerst eine.',
  retry: 'Erneut versuchen',
  remove: 'Entfernen',
  refused: 'Abgelehnt: {{reason}}',
  withDiagnostics: 'Mit Diagnose',
  stored: 'Gespeicherte Meldungen',
  storedFailed: 'Die Meldungen konnten nicht geladen werden',
  none: 'Keine Meldungen',
  noneHelp: 'Hier erscheinen Meldungen von Benutzern und Programmen.',
  by: '{{time}} · {{name}}',
  download: 'Archiv herunterladen',
  removed: 'Meldung entfernt',
  ofProgram: 'Meldung eines Programms',
};
