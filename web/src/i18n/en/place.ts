import type { Texts } from '../en.ts';

/** Texts of moving a position in the picture with the ghost arm. */
export const placeEn = {
  begin: 'Move in 3D',
  title: 'Move position',
  fixedTarget: 'Fixed target',
  mode: 'Handles',
  modes: { translate: 'Move', rotate: 'Rotate' },
  axes: 'Axes',
  axesOf: { base: 'Base', pose: 'Tool' },
  save: 'Save position',
  discard: 'Discard',
  numbers: 'Numbers',
  saved: 'Position saved',
  undo: 'Undo',
  fine: 'Reachable, touches nothing',
  touches: 'Would touch: {{contact}}',
  nearLimit: 'J{{joint}} is {{degrees}}° from its limit',
  unreachable: 'Out of reach. The ghost shows the last posture that reached.',
  out_of_limits: 'Every posture there is beyond a joint limit. The ghost shows the last posture that reached.',
  unchecked: 'Not checked for contact: {{reason}}',
} as const;

export type PlaceTexts = Texts<typeof placeEn>;
