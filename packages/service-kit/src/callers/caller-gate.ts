import { type Clock, ProductError, startOfText } from '@cellwright/domain/basics';
import { type Arrow, isGranted, isPathGranted, isServiceName, type ServiceName } from '@cellwright/topology';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { LiveTLS } from './internal-tls.ts';
import { createPeopleVerifier, type PeopleVerifier } from './people.ts';
import type { SharedSecret } from './shared-secret.ts';

/** Claimed identity of a peer, with the secret that proves it. */
export interface CallerClaim {
  readonly caller: string;
  readonly secret: string;
  /** Names of the verified certificate of its connection; undefined without TLS. */
  readonly names?: readonly string[] | undefined;
}

export type Refusal = ProductError;

/** Checks the peers of one service. Refusals are counted, and logged once per interval. */
export interface CallerGate {
  /** Returns the caller of a gRPC method by its path, or a ProductError `authorization_required` or `forbidden`. */
  checkCall(claim: CallerClaim, path: string): ServiceName | Refusal;
  /** Does the same for a port that is not a gRPC service: `PlannerSocket`, `ControllerLink`. */
  checkLink(claim: CallerClaim, port: string, method: string): ServiceName | Refusal;
  /** Verifies the person for whom a proven service calls. */
  readonly people: PeopleVerifier;
  /** Mutual TLS of the service's ports; undefined where traffic is not encrypted. */
  readonly tls?: LiveTLS | undefined;
}

export interface CallerGateOptions {
  readonly callee: ServiceName;
  /** Secret of each service that may call this one. */
  readonly secrets: ReadonlyMap<ServiceName, SharedSecret>;
  /** Callers also need a certificate with their name. Default: none is required. */
  readonly tls?: LiveTLS | undefined;
  /** Default: refuses every person. */
  readonly people?: PeopleVerifier;
  readonly log: Logger;
  readonly metrics?: Metrics | undefined;
  readonly clock?: Clock;
}

/** Minimum interval between logged refusals, ms: a peer that retries does not fill the log. */
const logIntervalMS = 10_000;
const maxLoggedLength = 100;

export function createCallerGate({
  callee,
  secrets,
  people = createPeopleVerifier([]),
  tls,
  log,
  metrics,
  clock = systemClock,
}: CallerGateOptions): CallerGate {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const refuse = (code: 'authorization_required' | 'forbidden', claim: CallerClaim, target: string): Refusal => {
    const message =
      code === 'forbidden'
        ? `The service ${claim.caller} may not call ${target} of the service ${callee}`
        : `The caller did not prove its identity. Only services of this cell may call ${callee}. Use the gateway`;
    metrics?.count('calls_refused', { reason: code });
    refused++;
    if (clock.now() - loggedAt >= logIntervalMS) {
      const claimed = startOfText(claim.caller, maxLoggedLength);
      log.warn('refused a call inside the cell', {
        claimed,
        target: startOfText(target, maxLoggedLength),
        code,
        refused,
      });
      loggedAt = clock.now();
    }
    return new ProductError(code, message);
  };
  const check = (claim: CallerClaim, target: string, isAllowed: (arrow: Arrow) => boolean): ServiceName | Refusal => {
    const { caller, names } = claim;
    const isCertified = tls === undefined || names?.includes(caller) === true;
    if (!isServiceName(caller) || !isCertified || !secrets.get(caller)?.accepts(claim.secret))
      return refuse('authorization_required', claim, target);
    return isAllowed({ caller, callee }) ? caller : refuse('forbidden', claim, target);
  };
  return {
    people,
    tls,
    checkCall: (claim, path) => check(claim, path, (arrow) => isPathGranted(arrow, path)),
    checkLink: (claim, port, method) => check(claim, `${port}/${method}`, (arrow) => isGranted(arrow, port, method)),
  };
}
