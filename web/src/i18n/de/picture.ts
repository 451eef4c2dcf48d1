import type { PictureTexts } from '../en/picture.ts';

export const pictureDe: PictureTexts = {
  from: {
    label: 'Ansicht',
    start: 'Ganze Szene',
    top: 'Oben',
    front: 'Vorne',
    side: 'Seite',
    selection: 'Auf die Auswahl zoomen',
  },
  layers: {
    label: 'Ebenen',
    objects: 'Objekte',
    positions: 'Positionen',
    paths: 'Bahnen',
    frames: 'Achsen von Basis und Welt',
    shadows: 'Schatten',
  },
  coloring: {
    label: 'Farbe der Bahnen',
    speed: 'Tempo',
    clearance: 'Abstand (Probelauf)',
    slow: 'Langsam',
    fast: 'Höchsttempo',
    contact: 'Berührung',
    free: 'Mindestens 100 mm',
    noClearances: 'Ein Probelauf zeigt die Abstände.',
  },
  findings: 'Der Probelauf meldet die Schritte {{paths}} an den markierten Positionen',
  lost: 'Dieses Bild ist nicht aktuell: Der Browser kann gerade nicht zeichnen.',
};
