import type { CallDefinition } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import {
  describeMissingPermission,
  isPermission,
  missingPINText,
  noPerson,
  type PersonProof,
} from '@cellwright/domain/cell';
import type { CallAuthor as WireAuthor } from '@cellwright/proto/calls';
import type { CallContext } from '../grpc/call-context.ts';

/** User or program for whom a call is made, verified by its owner. All texts are empty if there is none. */
export interface CallAuthor {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** ID of the session or developer token; empty for the key of this machine. */
  readonly accessId: string;
  /** 'session' (a person signed in), 'developerToken', or empty. */
  readonly access: string;
  /** Holder of a lease of a robot: the same for all requests with one token. */
  readonly sessionId: string;
  /** Entry point (`Door` of packages/domain), for the audit log. */
  readonly door: string;
  readonly address: string;
  readonly userAgent: string;
  /** The only part of the author that is sent. */
  readonly proof: PersonProof;
}

/** Author of the gateway's own calls. */
export const noAuthor: CallAuthor = {
  ...{ id: '', name: '', permissions: [], accessId: '', access: '', sessionId: '' },
  ...{ door: '', address: '', userAgent: '', proof: noPerson },
};

/** Returns an author for sending: without the fields that the callee reads from the proof. */
export function toWireAuthor({ sessionId, door, address, userAgent, proof }: CallAuthor): WireAuthor {
  const { assertion, unlock, standIn } = proof;
  return { sessionId, door, address, userAgent, proof: { assertion, unlock, standIn } };
}

/**
 * Returns the author in the proof of a call.
 * @throws ProductError authorization_required for an invalid proof, and without one for a call with an effect;
 * forbidden for an author who may not make the call.
 */
export function verifyAuthor(
  call: CallDefinition,
  wire: WireAuthor | undefined,
  { people }: Pick<CallContext, 'people'>,
): CallAuthor {
  const { sessionId = '', door = '', address = '', userAgent = '', proof = noPerson } = wire ?? {};
  const origin = { sessionId, door, address, userAgent, proof };
  const isPublic = call.access === 'public';
  // The gateway can read on its own behalf, but changes data only for a user or program.
  const person = isPublic || call.effect === 'none' ? people.verify(proof) : people.require(proof);
  if (!person) return { ...noAuthor, ...origin };
  const { id, name, permissions, accessID: accessId, access } = person;
  if (isPermission(call.access) && !permissions.includes(call.access))
    throw new ProductError('forbidden', describeMissingPermission(call.access, name), { permission: call.access });
  if (call.access === 'controlPanelPIN' && !person.isUnlocked) throw new ProductError('forbidden', missingPINText);
  if (call.needsPerson && access !== 'session')
    throw new ProductError(
      'forbidden',
      'Only a signed-in user can do this, not a token. Sign in on a page of the cell',
    );
  return { ...origin, id, name, permissions, accessId, access };
}
