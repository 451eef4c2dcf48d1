import type { Texts } from '../en.ts';

/** Texts of the region of interest in a picture. */
export const regionEn = {
  choose: 'Choose on the picture',
  whole: 'Whole picture',
  chosen: '{{width}} × {{height}} px, {{rotation}}°',
  numbers: 'Position and size',
  help: 'Drag the handles. With the keyboard: Tab to a handle, then arrow keys; Shift for larger steps.',
  disabled: 'The camera of this step is disabled. Enable it under Devices.',
  use: 'Use this region',
  picture: 'Picture of the camera',
  move: 'Move region',
  rotate: 'Rotate region',
  corners: {
    upperLeft: 'Upper left corner',
    upperRight: 'Upper right corner',
    lowerRight: 'Lower right corner',
    lowerLeft: 'Lower left corner',
  },
} as const;

export type RegionTexts = Texts<typeof regionEn>;
