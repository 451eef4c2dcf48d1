import { addTexts } from './add-texts.ts';
import { leftObjects as de } from './de/left-objects.ts';
import { leftObjects as en } from './en/left-objects.ts';

addTexts('en', 'leftObjects', en);
addTexts('de', 'leftObjects', de);
