import { addTexts } from './add-texts.ts';
import { sceneDe } from './de/scene.ts';
import { sceneEn } from './en/scene.ts';

// Texts of rarely used screens load with them, in every language.
addTexts('en', 'scene', sceneEn);
addTexts('de', 'scene', sceneDe);
