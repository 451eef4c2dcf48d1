import type { KeyObject } from 'node:crypto';
import { type Clock, ProductError, signedOutScreen, thisMachine } from '@cellwright/domain/basics';
import { permissions as allPermissions, type Permission, type PersonProof } from '@cellwright/domain/cell';
import { AssertionReader, type Claims, permissionsIn, refuseAssertion } from './assertions.ts';

/** User for whom a call is made. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** True if a session has entered its PIN, and for this machine's key. */
  readonly isUnlocked: boolean;
  /** ID of the session or developer token; empty for callers unknown to identity. */
  readonly accessID: string;
  readonly access: 'session' | 'developerToken' | '';
}

/** Verifies the person for whom the gateway calls. */
export interface PeopleVerifier {
  /**
   * Returns the person; undefined for a call without one. @throws ProductError authorization_required for an invalid
   * proof.
   */
  verify(proof: PersonProof | undefined): Person | undefined;
  /**
   * Does the same as {@link verify} for a call that requires a person or program.
   * @throws ProductError authorization_required also without a person.
   */
  require(proof: PersonProof | undefined): Person;
  /**
   * Does the same as {@link verify} for a stop, which is never refused: an expired assertion is accepted, and an
   * invalid one returns no person.
   */
  recognise(proof: PersonProof | undefined): Person | undefined;
}

const machine: Person = {
  ...{ id: thisMachine.subjectID, name: thisMachine.name, permissions: allPermissions },
  ...{ isUnlocked: true, accessID: '', access: '' },
};
const screen: Person = {
  ...{ id: signedOutScreen.subjectID, name: signedOutScreen.name, permissions: [] },
  ...{ isUnlocked: false, accessID: '', access: '' },
};

type PersonClaims = Extract<Claims, { aud: 'cell' }>;

/**
 * Creates a verifier.
 * @param keys those of identity; without any, every person is refused
 */
export function createPeopleVerifier(keys: readonly KeyObject[], clock?: Clock): PeopleVerifier {
  const reader = new AssertionReader(keys, clock);
  const readPerson = (text: string, mayBeExpired: boolean): PersonClaims => {
    const reading = reader.read(text);
    if (!reading.ok) return refuseAssertion(reading.reason);
    if (reading.claims.aud !== 'cell') return refuseAssertion('is not for calls');
    if (reading.isExpired && !mayBeExpired) return refuseAssertion('has expired');
    return reading.claims;
  };
  const readUnlock = (text: string, accessID: string): readonly Permission[] => {
    const reading = reader.read(text);
    if (!reading.ok) return refuseAssertion(reading.reason);
    if (reading.isExpired) return refuseAssertion('has expired: enter the PIN again');
    const { claims } = reading;
    if (claims.aud !== 'cell-unlock' || claims.sid !== accessID)
      return refuseAssertion('has the PIN of another session');
    return permissionsIn(claims);
  };
  const verify: PeopleVerifier['verify'] = (proof) => {
    const { assertion = '', unlock = '', standIn = '' } = proof ?? {};
    if (assertion === '') {
      if (unlock !== '') return refuseAssertion('is incomplete');
      if (standIn === '') return undefined;
      if (standIn === 'machine') return machine;
      return refuseAssertion('is of a caller that may only stop');
    }
    if (standIn !== '') return refuseAssertion('is of two callers');
    const claims = readPerson(assertion, false);
    const more = unlock === '' ? [] : readUnlock(unlock, claims.sid);
    return personOf(claims, more);
  };
  return {
    verify,
    require: (proof) => {
      const person = verify(proof);
      if (person) return person;
      throw new ProductError('authorization_required', 'This requires a user or a program, but the call names none');
    },
    recognise: (proof) => {
      if (!proof) return undefined;
      if (proof.assertion === '')
        return proof.standIn === 'machine' ? machine : proof.standIn === 'signedOutScreen' ? screen : undefined;
      try {
        return personOf(readPerson(proof.assertion, true), []);
      } catch {
        return undefined;
      }
    },
  };
}

function personOf(claims: PersonClaims, unlocked: readonly Permission[]): Person {
  const { sub, name, sid, access } = claims;
  const permissions = [...new Set([...permissionsIn(claims), ...unlocked])];
  const isUnlocked = access === 'session' && unlocked.includes('controlPanel');
  return { id: sub, name, permissions, isUnlocked, accessID: sid, access };
}
