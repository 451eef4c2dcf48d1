import type { ReactNode } from 'react';

interface Value {
  readonly name: string;
  readonly help: string;
  readonly value: number;
  readonly bits: readonly { readonly name: string; readonly isSet: boolean }[];
}

/** Returns the name of a value with its help. */
export function showName({ name, help }: Value): ReactNode {
  return <span title={help}>{name}</span>;
}

/** Returns the names of the bits that are set. */
export function showBits({ bits }: Value): string {
  return bits.flatMap(({ name, isSet }) => (isSet ? [name] : [])).join(', ');
}
