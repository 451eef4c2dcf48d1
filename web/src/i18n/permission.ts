import { addTexts } from './add-texts.ts';
import { permission } from './en/permission.ts';

// These load with the notes. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { permission }, true);
