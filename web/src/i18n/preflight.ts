import i18next from 'i18next';
import { preflightDe } from './de/preflight.ts';
import { preflightEn } from './en/preflight.ts';

// Texts of screens that are seldom open load with them, in every language.
i18next.addResourceBundle('en', 'preflight', preflightEn);
i18next.addResourceBundle('de', 'preflight', preflightDe);
