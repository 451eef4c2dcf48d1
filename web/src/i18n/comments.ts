import { addTexts } from './add-texts.ts';
import { commentsDe } from './de/comments.ts';
import { commentsEn } from './en/comments.ts';

// They load with the editor.
addTexts('en', 'comments', commentsEn);
addTexts('de', 'comments', commentsDe);
