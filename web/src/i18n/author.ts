import { addTexts } from './add-texts.ts';
import { editorEn, routinesEn } from './en-author.ts';

// These load with their screens. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { editor: editorEn, routines: routinesEn }, true);
