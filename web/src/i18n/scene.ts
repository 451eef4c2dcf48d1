import i18next from 'i18next';
import { sceneDe } from './de/scene.ts';
import { sceneEn } from './en/scene.ts';

// Texts of screens that are seldom open load with them, in every language.
i18next.addResourceBundle('en', 'scene', sceneEn);
i18next.addResourceBundle('de', 'scene', sceneDe);
