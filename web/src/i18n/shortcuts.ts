import { addTexts } from './add-texts.ts';
import { shortcutsDe } from './de/shortcuts.ts';
import { shortcutsEn } from './en/shortcuts.ts';

// They load with the editor.
addTexts('en', 'shortcuts', shortcutsEn);
addTexts('de', 'shortcuts', shortcutsDe);
