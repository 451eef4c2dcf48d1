import { addTexts } from './add-texts.ts';
import { equipmentInspectorDe } from './de/equipment-inspector.ts';
import { equipmentInspectorEn } from './en/equipment-inspector.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'equipmentInspector', equipmentInspectorEn);
addTexts('de', 'equipmentInspector', equipmentInspectorDe);
