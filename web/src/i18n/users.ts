import { addTexts } from './add-texts.ts';
import { users } from './en/users.ts';

// They load with their screens. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { users }, true);
