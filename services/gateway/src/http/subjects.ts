import { ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import type { Subject } from '@cellwright/entities';
import type { Identity } from '../domain/identity.ts';
import { httpDoorOf } from './audit-refusals.ts';

const subjects = new WeakMap<Identity, Subject>();

/** Returns the subject of a request for stored documents over HTTP: the same for every request of the same identity. */
export function subjectOf(identity: Identity | null): Subject {
  if (!identity) throw new ProductError('authorization_required', accessMessages.signInFirst);
  const known = subjects.get(identity);
  if (known) return known;
  const subject = { ...identity, door: httpDoorOf(identity) };
  subjects.set(identity, subject);
  return subject;
}
