import type { Texts } from '../en.ts';

/** Texts of pages that are not part of this version, in English. */
export const absentEn = {
  title: 'Not available',
  text: 'This page is not part of this version.',
  back: 'Back to Home',
} as const;

export type AbsentTexts = Texts<typeof absentEn>;
