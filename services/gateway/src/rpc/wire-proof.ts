import { noPerson, type PersonProof } from '@cellwright/domain/cell';
import type { Identity } from '../domain/identity.ts';

/** Returns the present content of a proof: the assertion of a held one is renewed. */
export function toWireProof({ assertion, unlock, standIn }: PersonProof = noPerson): PersonProof {
  return { assertion, unlock, standIn };
}

/** Returns the client of a connection for the runner. */
export function toWireCaller(sessionId: string, { proof, door = 'socket', isPage = false }: Identity) {
  return { sessionId, proof: toWireProof(proof), door, isPage };
}
