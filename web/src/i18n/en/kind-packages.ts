import type { Texts } from '../en.ts';

/** Texts of the screen of packages of kinds. */
export const kindPackagesEn = {
  title: 'Packages',
  help: 'An administrator of this machine installs a package by copying its folder into the folder kinds of the cell, and restarts the cell.',
  failed: 'The packages could not be loaded',
  installed: 'Installed packages',
  none: 'No packages',
  folder: 'Folder {{folder}}',
  restarts_one: 'Restarted once',
  restarts_other: 'Restarted {{count}} times',
  states: { starting: 'Starting', ready: 'Ready', failed: 'Failed' },
} as const;

export type KindPackagesTexts = Texts<typeof kindPackagesEn>;
