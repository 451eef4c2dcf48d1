import { addTexts } from './add-texts.ts';
import { jog } from './en/jog.ts';

// They load with their screen. Another language loads whole, when it is chosen.
addTexts('en', 'translation', { move: jog }, true);
