import { addTexts } from './add-texts.ts';
import { helpDe } from './de/help.ts';
import { helpEn } from './en/help.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'help', helpEn);
addTexts('de', 'help', helpDe);
