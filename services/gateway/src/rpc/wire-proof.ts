import { noPerson, type PersonProof } from '@cellwright/domain/cell';

/** Returns the present content of a proof: the assertion of a held one is renewed. */
export function toWireProof({ assertion, unlock, standIn }: PersonProof = noPerson): PersonProof {
  return { assertion, unlock, standIn };
}
