import { addTexts } from './add-texts.ts';
import { softwareDe } from './de/software.ts';
import { softwareEn } from './en/software.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'software', softwareEn);
addTexts('de', 'software', softwareDe);
