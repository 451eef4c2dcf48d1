import { addTexts } from './add-texts.ts';
import { palletDe } from './de/pallet.ts';
import { palletEn } from './en/pallet.ts';

// Loads with the pallet editor, in every language.
addTexts('en', 'pallet', palletEn);
addTexts('de', 'pallet', palletDe);
