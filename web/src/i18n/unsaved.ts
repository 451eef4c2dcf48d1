import { addTexts } from './add-texts.ts';
import { unsavedDe } from './de/unsaved.ts';
import { unsavedEn } from './en/unsaved.ts';

// They load with the first unsaved change.
addTexts('en', 'unsaved', unsavedEn);
addTexts('de', 'unsaved', unsavedDe);
