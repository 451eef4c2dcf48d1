import { addTexts } from './add-texts.ts';
import { users } from './en/users.ts';

// These load with their screens. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { users }, true);
