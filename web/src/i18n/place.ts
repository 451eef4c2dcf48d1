import { addTexts } from './add-texts.ts';
import { placeDe } from './de/place.ts';
import { placeEn } from './en/place.ts';

// They load with the editor.
addTexts('en', 'place', placeEn);
addTexts('de', 'place', placeDe);
