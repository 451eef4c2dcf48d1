import { addTexts } from './add-texts.ts';
import { tourDe } from './de/tour.ts';
import { tourEn } from './en/tour.ts';

// They load with the tour.
addTexts('en', 'tour', tourEn);
addTexts('de', 'tour', tourDe);
