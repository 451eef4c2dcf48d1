import { addTexts } from './add-texts.ts';
import { proposalsDe } from './de/proposals.ts';
import { proposalsEn } from './en/proposals.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'proposals', proposalsEn);
addTexts('de', 'proposals', proposalsDe);
