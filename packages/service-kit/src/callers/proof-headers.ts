import type { IncomingMessage } from 'node:http';
import type { CallerClaim } from './caller-gate.ts';
import { peerNames } from './internal-tls.ts';
import type { CallProof } from './peers.ts';

/** Headers of an HTTP request, and metadata of a gRPC call: the calling service, and its secret. */
export const callerKey = 'cellwright-caller';
export const proofKey = 'cellwright-proof';

/** Returns the proof as headers of an HTTP request or a WebSocket upgrade. */
export function proofHeaders({ caller, secret }: Pick<CallProof, 'caller' | 'secret'>): Record<string, string> {
  return { [callerKey]: caller, [proofKey]: secret };
}

/** Returns the claimed service of a request, and the names of its certificate. */
export function claimOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): CallerClaim {
  return { caller: textOf(headers[callerKey]), secret: textOf(headers[proofKey]), names: peerNames(socket) };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
