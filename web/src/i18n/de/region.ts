import type { RegionTexts } from '../en/region.ts';

export const regionDe: RegionTexts = {
  choose: 'Im Bild wählen',
  whole: 'Ganzes Bild',
  chosen: '{{width}} × {{height}} px, {{rotation}}°',
  numbers: 'Lage und Größe',
  help: 'Ziehen Sie an den Griffen. Mit der Tastatur: Tab zu einem Griff, dann Pfeiltasten; mit Umschalt in größeren Schritten.',
  disabled: 'Die Kamera dieses Schritts ist ausgeschaltet. Schalten Sie sie unter Geräte ein.',
  use: 'Diesen Bereich nehmen',
  picture: 'Bild der Kamera',
  move: 'Bereich verschieben',
  rotate: 'Bereich drehen',
  corners: {
    upperLeft: 'Obere linke Ecke',
    upperRight: 'Obere rechte Ecke',
    lowerRight: 'Untere rechte Ecke',
    lowerLeft: 'Untere linke Ecke',
  },
};
