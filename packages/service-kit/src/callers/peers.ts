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
import { type LiveTLS, readInternalTLS, type TLSMaterial } from './internal-tls.ts';
import { createPeopleVerifier } from './people.ts';
import { readPublicKeys } from './person-keys.ts';
import { fixedSecret, type SharedSecret, secretInFile } from './shared-secret.ts';

/**
 * Authenticates the calling service to one callee. Plain data: it can be sent to a helper process of the caller. Read
 * from files, both values follow them.
 */
export interface CallProof<Caller extends ServiceName = ServiceName, Callee extends ServiceName = ServiceName> {
  readonly caller: Caller;
  readonly callee: Callee;
  readonly secret: string;
  /** Undefined if traffic is not encrypted. */
  readonly tls?: TLSMaterial | undefined;
}

/** Proofs of a service for every service that it calls. */
export type Proofs<Caller extends ServiceName> = { readonly [Callee in CalleeOf<Caller>]: CallProof<Caller, Callee> };

/** Other services of the cell, for one service: its proofs to them, and the gate for their calls. */
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
 * Reads the secrets that a service shares with others, each from a variable or from the file in the variable with
 * `_FILE`, and its certificate.
 * @throws ConfigError naming every secret that is absent or short, or a key of people: no service runs without them.
 */
export function readPeers<Self extends ServiceName>(self: Self, context: PeersContext): Peers<Self> {
  const { env, log, metrics } = context;
  const callees = calleesOf(self);
  const callers = callersOf(self);
  const variables = [
    ...callees.map((callee) => secretVariable({ caller: self, callee })),
    ...callers.map((caller) => secretVariable({ caller, callee: self })),
  ];
  const secrets = readSecrets(variables, context);
  const secretOf = (caller: ServiceName, callee: ServiceName) =>
    secrets.get(secretVariable({ caller, callee })) ?? fixedSecret('');
  const tls = readInternalTLS(env, log);
  const proofs = proofsOf(self, (callee) => secretOf(self, callee), tls);
  const ofCallers = new Map(callers.map((caller) => [caller, secretOf(caller, self)]));
  const people = createPeopleVerifier(verifiesPeople(self) ? readPublicKeys(env) : []);
  return { proofs, gate: createCallerGate({ callee: self, secrets: ofCallers, people, tls, log, metrics }) };
}

/**
 * Reads the secrets.
 * @throws ConfigError naming every secret that is absent or short.
 */
function readSecrets(variables: readonly string[], { env, log }: PeersContext): ReadonlyMap<string, SharedSecret> {
  const secrets = new Map<string, SharedSecret>();
  const problems = variables.flatMap((variable) => {
    const path = env[`${variable}_FILE`];
    try {
      if (path) secrets.set(variable, secretInFile({ path, check, log }));
      else secrets.set(variable, fixedSecret(check(env[variable] ?? '')));
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [{ variable: path ? `${variable}_FILE` : variable, problem: `${why}; ${advice}` }];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return secrets;
}

/**
 * Checks a secret.
 * @throws Error if it is absent or short.
 */
function check(secret: string): string {
  if (secret.length >= minSecretLength) return secret;
  throw new Error(secret.length === 0 ? 'is not set' : `is shorter than ${minSecretLength} characters`);
}

/** Returns a proof for each service that `self` calls. */
export function proofsOf<Self extends ServiceName>(
  self: Self,
  secretFor: (callee: ServiceName) => Pick<SharedSecret, 'current'>,
  tls?: LiveTLS,
): Proofs<Self> {
  const proofs = calleesOf(self).map((callee): [string, CallProof<Self>] => {
    const secret = secretFor(callee);
    const proof: CallProof<Self> = {
      ...{ caller: self, callee },
      get secret() {
        return secret.current;
      },
      get tls() {
        return tls?.current;
      },
    };
    return [callee, proof];
  });
  // Sound: one entry for each callee.
  return Object.fromEntries(proofs) as Proofs<Self>;
}
