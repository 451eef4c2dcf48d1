import { addTexts } from './add-texts.ts';
import { box } from './en/box.ts';

// They load with their screens. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { box }, true);
