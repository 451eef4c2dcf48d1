import {
  type CalleeOf,
  calleesOf,
  callersOf,
  type ServiceName,
  secretVariable,
  verifiesPeople,
} from '@cellwright/topology';
import { ConfigError, type Environment } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { type CallerGate, createCallerGate } from './caller-gate.ts';
import { createPeopleVerifier } from './people.ts';
import { readPublicKeys } from './person-keys.ts';

/** Proves to one callee which service calls it. Plain data: it may be sent to a helper process of the caller. */
export interface CallProof<Caller extends ServiceName = ServiceName, Callee extends ServiceName = ServiceName> {
  readonly caller: Caller;
  readonly callee: Callee;
  readonly secret: string;
}

/** What a service proves itself with, for every service that it calls. */
export type Proofs<Caller extends ServiceName> = { readonly [Callee in CalleeOf<Caller>]: CallProof<Caller, Callee> };

/** The other services of the cell, for one service: its proofs to them, and the gate for their calls. */
export interface Peers<Self extends ServiceName> {
  readonly proofs: Proofs<Self>;
  readonly gate: CallerGate;
}

export interface PeersContext {
  readonly env: Environment;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

const minSecretLength = 32;
const advice = 'give both services the same random text, for example from: openssl rand -hex 32';

/**
 * Reads the secrets that a service shares with others.
 * @throws ConfigError naming every secret that is absent or short, or a key of people: no service runs without them.
 */
export function readPeers<Self extends ServiceName>(self: Self, { env, log, metrics }: PeersContext): Peers<Self> {
  const callees = calleesOf(self);
  const callers = callersOf(self);
  const variables = [
    ...callees.map((callee) => secretVariable({ caller: self, callee })),
    ...callers.map((caller) => secretVariable({ caller, callee: self })),
  ];
  const problems = variables.flatMap((variable) => {
    const length = env[variable]?.length ?? 0;
    if (length >= minSecretLength) return [];
    const what = length === 0 ? 'is not set' : `is shorter than ${minSecretLength} characters`;
    return [{ variable, problem: `${what}; ${advice}` }];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  const secretOf = (caller: ServiceName, callee: ServiceName) => env[secretVariable({ caller, callee })] ?? '';
  const proofs = proofsOf(self, (callee) => secretOf(self, callee));
  const secrets = new Map(callers.map((caller) => [caller, secretOf(caller, self)]));
  const people = createPeopleVerifier(verifiesPeople(self) ? readPublicKeys(env) : []);
  return { proofs, gate: createCallerGate({ callee: self, secrets, people, log, metrics }) };
}

/** A proof for each service that `self` calls. */
export function proofsOf<Self extends ServiceName>(
  self: Self,
  secretFor: (callee: ServiceName) => string,
): Proofs<Self> {
  const proofs = calleesOf(self).map((callee): [string, CallProof<Self>] => {
    return [callee, { caller: self, callee, secret: secretFor(callee) }];
  });
  // Sound: one entry for each callee.
  return Object.fromEntries(proofs) as Proofs<Self>;
}
