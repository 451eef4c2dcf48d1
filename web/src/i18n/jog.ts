import { addTexts } from './add-texts.ts';
import { jog } from './en/jog.ts';

// These load with their screen. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { move: jog }, true);
