import type { IncomingHttpHeaders } from 'node:http';
import type { CallerClaim } from './caller-gate.ts';
import type { CallProof } from './peers.ts';

/** Headers of an HTTP request, and metadata of a gRPC call: the calling service, and the secret that proves it. */
export const callerKey = 'cellwright-caller';
export const proofKey = 'cellwright-proof';

/** The proof as headers of an HTTP request or a WebSocket upgrade. */
export function proofHeaders({ caller, secret }: Pick<CallProof, 'caller' | 'secret'>): Record<string, string> {
  return { [callerKey]: caller, [proofKey]: secret };
}

/** The service that a request says it comes from. */
export function claimOf(headers: IncomingHttpHeaders): CallerClaim {
  return { caller: textOf(headers[callerKey]), secret: textOf(headers[proofKey]) };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
