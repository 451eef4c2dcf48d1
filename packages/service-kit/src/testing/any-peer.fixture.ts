import { isServiceName, type ServiceName, secretVariablesOf } from '@cellwright/topology';
import type { CallerGate, Peers } from '../callers/index.ts';
import { proofsOf } from '../callers/peers.ts';

/** Long enough for services that tests start as processes, by `secretEnv`. */
const testSecret = 'only for tests'.padEnd(32, '.');

/** For tests: accepts every peer as the service that it claims to be, and as the gateway without a claim. */
export const anyCaller: CallerGate = {
  checkCall: ({ caller }) => (isServiceName(caller) ? caller : 'gateway'),
  checkLink: ({ caller }) => (isServiceName(caller) ? caller : 'gateway'),
};

/** For tests of one service: it accepts every caller, and its own calls are accepted by `anyCaller` only. */
export function anyPeers<Self extends ServiceName>(self: Self): Peers<Self> {
  return { proofs: proofsOf(self, () => testSecret), gate: anyCaller };
}

/** For tests: the routine runner's proof to a controller. */
export const anyProof = { caller: 'routine-runner', secret: testSecret } as const;

/** For tests: environment of a service's process, whose peers use the proofs of `anyPeers`. */
export function secretEnv(service: ServiceName): Record<string, string> {
  return Object.fromEntries(secretVariablesOf(service).map((variable) => [variable, testSecret]));
}
