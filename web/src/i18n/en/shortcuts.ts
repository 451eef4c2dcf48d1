import type { Texts } from '../en.ts';

/** Texts of the shortcut sheet and of the height of rows. */
export const shortcutsEn = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  density: 'Row height',
  densities: { comfortable: 'Touch', compact: 'Compact' },
  setDensity: { comfortable: 'Touch-friendly rows', compact: 'Compact rows' },
  groups: { everywhere: 'Everywhere', editor: 'Editor', steps: 'Steps', debug: 'Debug' },
  acts: {
    palette: 'Commands',
    shortcuts: 'Keyboard shortcuts',
    undo: 'Undo',
    redo: 'Redo',
    find: 'Find steps',
    walk: 'Next and previous step',
    extend: 'Select several steps',
    all: 'Select all steps',
    fold: 'Collapse or expand a step',
    move: 'Move the selected steps',
    nest: 'Move out of and into a step',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    duplicate: 'Duplicate',
    disable: 'Disable or enable',
    remove: 'Remove',
    resume: 'Continue',
    breakpoint: 'Set or remove a breakpoint',
    over: 'Step over',
    into: 'Step into',
  },
} as const;

export type ShortcutsTexts = Texts<typeof shortcutsEn>;
