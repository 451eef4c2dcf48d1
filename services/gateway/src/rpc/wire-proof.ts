import { noPerson, type PersonProof } from '@cellwright/domain';

/** A proof as it is now: the assertion of one that is held is renewed. */
export function toWireProof({ assertion, unlock, standIn }: PersonProof = noPerson): PersonProof {
  return { assertion, unlock, standIn };
}
