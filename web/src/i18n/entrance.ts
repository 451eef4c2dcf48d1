import { addTexts } from './add-texts.ts';
import { entranceDe } from './de/entrance.ts';
import { entranceEn } from './en/entrance.ts';

// Whoever is signed in needs none of them.
addTexts('en', 'entrance', entranceEn);
addTexts('de', 'entrance', entranceDe);
