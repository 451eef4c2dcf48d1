import type { Texts } from '../en.ts';

/** Texts of the question before unsaved changes are lost. */
export const unsavedEn = {
  title: 'Unsaved changes',
  quoted: '‘{{name}}’',
  text: '{{list}}: these changes are not saved and are lost if you leave.',
  stay: 'Stay',
  discard: 'Discard and leave',
} as const;

export type UnsavedTexts = Texts<typeof unsavedEn>;
