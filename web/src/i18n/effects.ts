import { addTexts } from './add-texts.ts';
import { effectsDe } from './de/effects.ts';
import { effectsEn } from './en/effects.ts';

// They load with the cards of unfinished runs and the timeline.
addTexts('en', 'effects', effectsEn);
addTexts('de', 'effects', effectsDe);
