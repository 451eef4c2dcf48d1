import { addTexts } from './add-texts.ts';
import { planCause as de } from './de/plan-cause.ts';
import { planCause as en } from './en/plan-cause.ts';

addTexts('en', 'planCause', en);
addTexts('de', 'planCause', de);
