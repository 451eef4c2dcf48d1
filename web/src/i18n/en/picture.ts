import type { Texts } from '../en.ts';

/** Texts of the 3D picture. */
export const pictureEn = {
  from: {
    label: 'View',
    start: 'Whole scene',
    top: 'Top',
    front: 'Front',
    side: 'Side',
    selection: 'Zoom to selection',
  },
  layers: {
    label: 'Layers',
    objects: 'Objects',
    positions: 'Positions',
    paths: 'Paths',
    frames: 'Axes of base and world',
    shadows: 'Shadows',
  },
  coloring: {
    label: 'Colour of paths',
    speed: 'Speed',
    clearance: 'Clearance (dry run)',
    slow: 'Slow',
    fast: 'Max. speed',
    contact: 'Contact',
    free: 'At least 100 mm',
    noClearances: 'Start a dry run to see the clearances.',
  },
  findings: 'The dry run reports steps {{paths}} at the marked positions',
  lost: 'This picture is out of date: the browser cannot draw at the moment.',
} as const;

export type PictureTexts = Texts<typeof pictureEn>;
