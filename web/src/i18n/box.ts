import { addTexts } from './add-texts.ts';
import { box } from './en/box.ts';

// These load with their screens. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { box }, true);
