import type { Texts } from '../en.ts';

/** Texts of unsaved changes: the question before they are lost, and settings that two users change. */
export const unsavedEn = {
  title: 'Unsaved changes',
  quoted: '‘{{name}}’',
  text: '{{list}}: these changes are not saved and are lost if you leave.',
  stay: 'Stay',
  discard: 'Discard and leave',
  overlap: 'Another user has changed the same settings. Your changes are still here: check them, then save again.',
} as const;

export type UnsavedTexts = Texts<typeof unsavedEn>;
