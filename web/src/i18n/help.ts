import i18next from 'i18next';
import { helpDe } from './de/help.ts';
import { helpEn } from './en/help.ts';

// Texts of screens that are seldom open load with them, in every language.
i18next.addResourceBundle('en', 'help', helpEn);
i18next.addResourceBundle('de', 'help', helpDe);
