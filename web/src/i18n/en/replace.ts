import type { Texts } from '../en.ts';

/** Texts of find and replace across routines. */
export const replaceEn = {
  title: 'Find and replace in all routines',
  find: 'Find',
  replacement: 'Replace with',
  preview: 'Preview',
  replace_zero: 'Replace',
  replace_one: 'Replace in 1 routine',
  replace_other: 'Replace in {{count}} routines',
  close: 'Close',
  help: 'Searches names, notes and messages, case-sensitive. Each changed routine gets a new version.',
  nothing: 'No matching text',
  places: {
    name: 'Name',
    description: 'Notes',
    stepDescription: 'Note of step {{path}}',
    stepMessage: 'Message of step {{path}}',
  },
  done_one: 'Text replaced in 1 routine',
  done_other: 'Text replaced in {{count}} routines',
  undo: 'Undo',
} as const;

export type ReplaceTexts = Texts<typeof replaceEn>;
