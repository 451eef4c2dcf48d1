import { addTexts } from './add-texts.ts';
import { runs } from './en/runs.ts';

// They load with their screens. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { runs }, true);
