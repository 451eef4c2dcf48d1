import type { PictureTexts } from '../en/picture.ts';

export const pictureDe: PictureTexts = {
  from: { label: 'Ansicht', start: 'Ganze Szene', top: 'Oben', front: 'Vorne', side: 'Seite' },
  layers: {
    label: 'Ebenen',
    objects: 'Objekte',
    positions: 'Positionen',
    paths: 'Bahnen, nach Tempo gefärbt',
    frames: 'Achsen von Basis und Welt',
  },
  findings: 'Der Probelauf meldet die Schritte {{paths}} an den markierten Positionen',
  lost: 'Dieses Bild ist nicht aktuell: Der Browser kann gerade nicht zeichnen.',
};
