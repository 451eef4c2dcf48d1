import type { Texts } from '../en.ts';

/** Texts of the screen of bug reports, in English. */
export const bugReportingEn = {
  title: 'Bug reporting',
  new: 'New report',
  description: 'What happened?',
  expected: 'What should have happened?',
  steps: 'Steps to reproduce',
  frequency: 'How often does it happen?',
  frequencies: { once: 'Once', sometimes: 'Sometimes', always: 'Every time' },
  attach: 'Attach diagnostics',
  attachHelp:
    'State of all services and devices, and the newest log lines. Passwords, tokens, PINs and keys are removed.',
  storedHere: 'Reports stay in this cell. Nothing is sent to the internet.',
  send: 'Save report',
  saved: 'Report saved',
  kept: 'The cell does not answer. The report is kept in this browser.',
  waiting: 'Waiting in this browser',
  waitingHelp: 'These reports are saved as soon as the cell answers while this page is open.',
  waitingFull: 'Too many reports are waiting. Remove one first.',
  retry: 'Try again',
  remove: 'Remove',
  refused: 'Refused: {{reason}}',
  withDiagnostics: 'With diagnostics',
  stored: 'Saved reports',
  storedFailed: 'The reports could not be loaded',
  none: 'No reports',
  noneHelp: 'Reports of users and programs appear here.',
  by: '{{time}} · {{name}}',
  download: 'Download archive',
  removed: 'Report removed',
  ofProgram: 'Report of a program',
} as const;

export type BugReportingTexts = Texts<typeof bugReportingEn>;
