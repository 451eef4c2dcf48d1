import { addTexts } from './add-texts.ts';
import { homeLists } from './en/home-lists.ts';

// They load with the lists. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { home: homeLists }, true);
