import { addTexts } from './add-texts.ts';
import { homeLists } from './en/home-lists.ts';

// These load with the lists. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { home: homeLists }, true);
