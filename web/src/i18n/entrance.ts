import i18next from 'i18next';
import { entranceDe } from './de/entrance.ts';
import { entranceEn } from './en/entrance.ts';

// Whoever is signed in needs none of them.
i18next.addResourceBundle('en', 'entrance', entranceEn);
i18next.addResourceBundle('de', 'entrance', entranceDe);
