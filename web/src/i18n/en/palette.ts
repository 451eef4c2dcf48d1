import type { Texts } from '../en.ts';

/** Texts of the command palette. */
export const paletteEn = {
  label: 'Commands',
  placeholder: 'Go to a screen or routine, or choose a command',
  none: 'No matching commands',
  noRoutines: 'The routines could not be loaded. Open this again, or go to Routines',
  results: 'Matching commands',
  groups: { screen: 'Screen', routine: 'Routine', command: 'Command', help: 'Help' },
  newRoutine: 'New routine',
  help: 'Help: {{name}}',
  preflight: 'Check before start',
  calibrate: 'Calibrate camera',
  controlPanel: 'Control panel',
} as const;

export type PaletteTexts = Texts<typeof paletteEn>;
