import type { AnyStepContract } from '@cellwright/steps/framework';
import { stepText } from '../../../i18n/contract-text.ts';

/**
 * True if a kind's name or description contains these lower-case words. English matches in every language: manuals and
 * routines from elsewhere use it.
 */
export function isCalled(
  { kind, label, description }: Pick<AnyStepContract, 'kind' | 'label' | 'description'>,
  words: string,
): boolean {
  const texts = [label, description, stepText(kind, 'label', label), stepText(kind, 'description', description)];
  return texts.some((text) => text.toLowerCase().includes(words));
}

/**
 * Returns the kinds that the library offers for a search. A kind of the section Hidden is offered with the flag that it
 * names, and never without one.
 */
export function findOffered<
  Contract extends Pick<AnyStepContract, 'kind' | 'label' | 'description' | 'section' | 'offeredWith'>,
>(
  contracts: readonly Contract[],
  search: string,
  isOn: (flag: NonNullable<Contract['offeredWith']>) => boolean,
): Contract[] {
  const words = search.trim().toLowerCase();
  return contracts.filter(
    (contract) =>
      isCalled(contract, words) &&
      (contract.offeredWith == null ? contract.section !== 'Hidden' : isOn(contract.offeredWith)),
  );
}
