import { addTexts } from './add-texts.ts';
import { control } from './en/control.ts';

// These load beside the first screen. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { control }, true);
