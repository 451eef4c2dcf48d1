import { addTexts } from './add-texts.ts';
import { runStrip as de } from './de/run-strip.ts';
import { runStrip as en } from './en/run-strip.ts';

// Texts of a part that loads after the frame load with it, in every language.
addTexts('en', 'runStrip', en);
addTexts('de', 'runStrip', de);
