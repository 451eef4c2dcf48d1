import i18next from 'i18next';
import { editorEn, routinesEn } from './en-author.ts';

// They load with their screens. Another language loads whole, when it is chosen.
i18next.addResourceBundle('en', 'translation', { editor: editorEn, routines: routinesEn }, true);
