import { addTexts } from './add-texts.ts';
import { readiness as de } from './de/readiness.ts';
import { readiness as en } from './en/readiness.ts';

addTexts('en', 'readiness', en);
addTexts('de', 'readiness', de);
