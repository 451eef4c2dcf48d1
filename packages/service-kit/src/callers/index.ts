/** Internal calls: authentication of a service to the services that it calls, and checks of its callers. */
export { assertionSeconds, createVoucher, type VouchedPerson, type Voucher } from './assertions.ts';
export { type CallerClaim, type CallerGate, createCallerGate, type Refusal } from './caller-gate.ts';
export {
  followTLS,
  internalTLSConfig,
  type LiveTLS,
  peerNames,
  readInternalTLS,
  type TLSMaterial,
  tlsClientOptions,
  tlsServerOptions,
} from './internal-tls.ts';
export { type CallProof, type Peers, type Proofs, readPeers } from './peers.ts';
export { createPeopleVerifier, type PeopleVerifier, type Person } from './people.ts';
export { makePersonKeys, type PersonKeys, personVariablesOf, readPrivateKey, readPublicKeys } from './person-keys.ts';
export { claimOf, proofHeaders } from './proof-headers.ts';
export { fixedSecret, type SharedSecret } from './shared-secret.ts';
