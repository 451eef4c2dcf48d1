import type { Texts } from '../en.ts';

/** Texts of the 3D picture. */
export const pictureEn = {
  from: { label: 'View', start: 'Whole scene', top: 'Top', front: 'Front', side: 'Side' },
  layers: {
    label: 'Layers',
    objects: 'Objects',
    positions: 'Positions',
    paths: 'Paths, coloured by speed',
    frames: 'Axes of base and world',
  },
  findings: 'The dry run reports steps {{paths}} at the marked positions',
  lost: 'This picture is out of date: the browser cannot draw at the moment.',
} as const;

export type PictureTexts = Texts<typeof pictureEn>;
