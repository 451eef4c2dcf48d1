/** Internal calls: how a service proves itself to the services that it calls, and checks those that call it. */
export { type CallerClaim, type CallerGate, createCallerGate, type Refusal } from './caller-gate.ts';
export { type CallProof, type Peers, type Proofs, readPeers } from './peers.ts';
export { claimOf, proofHeaders } from './proof-headers.ts';
