import { addTexts } from './add-texts.ts';
import { diagnosticsDe } from './de/diagnostics.ts';
import { diagnosticsEn } from './en/diagnostics.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'diagnostics', diagnosticsEn);
addTexts('de', 'diagnostics', diagnosticsDe);
