import { addTexts } from './add-texts.ts';
import { leave } from './en/leave.ts';

// These load with the question. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { activity: leave }, true);
