import { addTexts } from './add-texts.ts';
import { recovery as de } from './de/recovery.ts';
import { recovery as en } from './en/recovery.ts';

// Texts that are needed only after a failure load with the card that shows them, in every language.
addTexts('en', 'recovery', en);
addTexts('de', 'recovery', de);
