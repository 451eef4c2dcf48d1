import { addTexts } from './add-texts.ts';
import { expressionDe } from './de/expression.ts';
import { expressionEn } from './en/expression.ts';

// They load with the editor.
addTexts('en', 'expression', expressionEn);
addTexts('de', 'expression', expressionDe);
