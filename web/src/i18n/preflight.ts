import { addTexts } from './add-texts.ts';
import { preflightDe } from './de/preflight.ts';
import { preflightEn } from './en/preflight.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'preflight', preflightEn);
addTexts('de', 'preflight', preflightDe);
