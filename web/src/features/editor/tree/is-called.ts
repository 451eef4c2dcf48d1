import type { AnyStepContract } from '@cellwright/steps/framework';
import { contractText } from '../../../i18n/contract-text.ts';

/**
 * Whether a kind's name or description has these words, in small letters. English counts in every language: manuals and
 * routines from elsewhere speak it.
 */
export function isCalled(
  { label, description }: Pick<AnyStepContract, 'label' | 'description'>,
  words: string,
): boolean {
  const texts = [label, description, contractText(label), contractText(description)];
  return texts.some((text) => text.toLowerCase().includes(words));
}
