import { addTexts } from './add-texts.ts';
import { examplesDe } from './de/examples.ts';
import { examplesEn } from './en/examples.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'examples', examplesEn);
addTexts('de', 'examples', examplesDe);
