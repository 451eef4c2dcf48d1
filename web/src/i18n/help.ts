import { addTexts } from './add-texts.ts';
import { helpDe } from './de/help.ts';
import { helpEn } from './en/help.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'help', helpEn);
addTexts('de', 'help', helpDe);
