import { addTexts } from './add-texts.ts';
import { replaceDe } from './de/replace.ts';
import { replaceEn } from './en/replace.ts';

// They load when find and replace is first opened.
addTexts('en', 'replace', replaceEn);
addTexts('de', 'replace', replaceDe);
