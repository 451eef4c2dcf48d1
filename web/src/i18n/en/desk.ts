import type { Texts } from '../en.ts';

/** Texts of the steps in the editor: where they are, and what is chosen in them. */
export const deskEn = {
  path: 'Steps around this one',
  failedHere: 'The run failed in this step',
  playsVersion: 'The robot plays version {{version}}',
  optionalInside: 'Optional: {{kinds}}',
  addElseIf: 'Add else if',
  addElse: 'Add else',
  placeOf: {
    label: 'Position in the list',
    round: 'Next position each round',
    number: 'By number',
    computed: 'Computed',
    missing: 'Position {{number}} (missing)',
  },
} as const;

export type DeskTexts = Texts<typeof deskEn>;
