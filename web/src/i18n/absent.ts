import { addTexts } from './add-texts.ts';
import { absentDe } from './de/absent.ts';
import { absentEn } from './en/absent.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'absent', absentEn);
addTexts('de', 'absent', absentDe);
