import { addTexts } from './add-texts.ts';
import { fleetDe } from './de/fleet.ts';
import { fleetEn } from './en/fleet.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'fleet', fleetEn);
addTexts('de', 'fleet', fleetDe);
