import { addTexts } from './add-texts.ts';
import { externalControlDe } from './de/external-control.ts';
import { externalControlEn } from './en/external-control.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'externalControl', externalControlEn);
addTexts('de', 'externalControl', externalControlDe);
