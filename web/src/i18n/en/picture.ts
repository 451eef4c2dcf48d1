import type { Texts } from '../en.ts';

/** Texts of the 3D picture. */
export const pictureEn = {
  from: { label: 'View', start: 'Whole scene', top: 'Top', front: 'Front', side: 'Side' },
  lost: 'This picture is out of date: the browser cannot draw at the moment.',
} as const;

export type PictureTexts = Texts<typeof pictureEn>;
