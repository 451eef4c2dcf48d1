import { addTexts } from './add-texts.ts';
import { runs } from './en/runs.ts';

// These load with their screens. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { runs }, true);
