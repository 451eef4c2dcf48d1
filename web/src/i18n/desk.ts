import { addTexts } from './add-texts.ts';
import { deskDe } from './de/desk.ts';
import { deskEn } from './en/desk.ts';

// They load with the editor.
addTexts('en', 'desk', deskEn);
addTexts('de', 'desk', deskDe);
