import i18next from 'i18next';
import { controlPanelDe } from './de/control-panel.ts';
import { controlPanelEn } from './en/control-panel.ts';

// Texts of screens that are seldom open load with them, in every language.
i18next.addResourceBundle('en', 'controlPanel', controlPanelEn);
i18next.addResourceBundle('de', 'controlPanel', controlPanelDe);
