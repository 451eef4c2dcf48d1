import { addTexts } from './add-texts.ts';
import { entranceDe } from './de/entrance.ts';
import { entranceEn } from './en/entrance.ts';

// They load with the sign-in page.
addTexts('en', 'entrance', entranceEn);
addTexts('de', 'entrance', entranceDe);
