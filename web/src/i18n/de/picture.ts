import type { PictureTexts } from '../en/picture.ts';

export const pictureDe: PictureTexts = {
  from: { label: 'Ansicht', start: 'Ganze Szene', top: 'Oben', front: 'Vorne', side: 'Seite' },
  lost: 'Dieses Bild ist nicht aktuell: Der Browser kann gerade nicht zeichnen.',
};
