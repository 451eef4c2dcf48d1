import { addTexts } from './add-texts.ts';
import { control } from './en/control.ts';

// They load beside the first screen. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { control }, true);
