import { addTexts } from './add-texts.ts';
import { modesDe } from './de/modes.ts';
import { modesEn } from './en/modes.ts';

// They load when the menu of robots is first opened.
addTexts('en', 'modes', modesEn);
addTexts('de', 'modes', modesDe);
