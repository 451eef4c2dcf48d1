import { addTexts } from './add-texts.ts';
import { bugReportingDe } from './de/bug-reporting.ts';
import { bugReportingEn } from './en/bug-reporting.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'bugReporting', bugReportingEn);
addTexts('de', 'bugReporting', bugReportingDe);
