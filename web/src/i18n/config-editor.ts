import { addTexts } from './add-texts.ts';
import { configEditorDe } from './de/config-editor.ts';
import { configEditorEn } from './en/config-editor.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'configEditor', configEditorEn);
addTexts('de', 'configEditor', configEditorDe);
