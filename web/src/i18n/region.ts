import { addTexts } from './add-texts.ts';
import { regionDe } from './de/region.ts';
import { regionEn } from './en/region.ts';

addTexts('en', 'region', regionEn);
addTexts('de', 'region', regionDe);
