import { addTexts } from './add-texts.ts';
import { transformDe } from './de/transform.ts';
import { transformEn } from './en/transform.ts';

// They load with the editor.
addTexts('en', 'transform', transformEn);
addTexts('de', 'transform', transformDe);
