import { addTexts } from './add-texts.ts';
import { paletteDe } from './de/palette.ts';
import { paletteEn } from './en/palette.ts';

// They load with the palette.
addTexts('en', 'palette', paletteEn);
addTexts('de', 'palette', paletteDe);
