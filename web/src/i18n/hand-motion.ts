import { addTexts } from './add-texts.ts';
import { handMotion } from './en/hand-motion.ts';

// These load with the first control that moves the arm. Another language is loaded completely when it is chosen.
addTexts('en', 'translation', { move: handMotion }, true);
