import { addTexts } from './add-texts.ts';
import { leave } from './en/leave.ts';

// They load with the question. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { activity: leave }, true);
