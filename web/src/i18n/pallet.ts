import i18next from 'i18next';
import { palletDe } from './de/pallet.ts';
import { palletEn } from './en/pallet.ts';

// Loads with the pallet editor, in every language.
i18next.addResourceBundle('en', 'pallet', palletEn);
i18next.addResourceBundle('de', 'pallet', palletDe);
