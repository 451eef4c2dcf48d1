import { contractOf, isKnownKind } from '@cellwright/equipment/contracts';
import { deviceText } from '../i18n/contract-text.ts';

/** Returns the label of a device kind in the language of the page; the kind itself if its package is not loaded. */
export function deviceKindLabel(kind: string): string {
  return isKnownKind(kind) ? deviceText(kind, 'label', contractOf(kind).label) : kind;
}
