import { labelOfKind } from '@cellwright/steps/contracts';
import { stepText } from '../i18n/contract-text.ts';

/** Returns the label of a step kind in a language, by default that of the page. */
export function kindLabel(kind: string, language?: string): string {
  return stepText(kind, 'label', labelOfKind(kind), language);
}
