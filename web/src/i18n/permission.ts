import { addTexts } from './add-texts.ts';
import { permission } from './en/permission.ts';

// They load with the notes. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { permission }, true);
