import { addTexts } from './add-texts.ts';
import { editorEn, routinesEn } from './en-author.ts';

// They load with their screens. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { editor: editorEn, routines: routinesEn }, true);
