import { addTexts } from './add-texts.ts';
import { calibrateDe } from './de/calibrate.ts';
import { calibrateEn } from './en/calibrate.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'calibrate', calibrateEn);
addTexts('de', 'calibrate', calibrateDe);
