import { addTexts } from './add-texts.ts';
import { controlPanelDe } from './de/control-panel.ts';
import { controlPanelEn } from './en/control-panel.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'controlPanel', controlPanelEn);
addTexts('de', 'controlPanel', controlPanelDe);
