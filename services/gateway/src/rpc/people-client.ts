import { ProductError } from '@cellwright/domain';
import type { Identity } from '../domain/identity.ts';
import type { Clients } from './clients.ts';

export type PeopleClient = Clients['people'];

/** As which the audit log keeps that a PIN was exchanged for a token, through whatever door. */
export const openControlPanelAction = 'people.openControlPanel';

/** A token for programs of the signed-in user, for 15 minutes; it ends with the session. */
export async function issueApiToken(people: PeopleClient, identity: Identity) {
  return people.issueApiToken({ accessId: requireAccessID(identity) });
}

/** A token that opens the control panel for 15 minutes, for the user's PIN. */
export async function issueControlPanelToken(people: PeopleClient, identity: Identity, pin: string) {
  const { token, expiresAt } = await people.issueControlPanelToken({ accessId: requireAccessID(identity), pin });
  return { accessToken: token, expiresAt };
}

/** @throws ProductError forbidden for what is not a user's session or a token: this machine's own key. */
function requireAccessID({ accessID }: Identity): string {
  if (accessID !== undefined) return accessID;
  throw new ProductError('forbidden', "This is for users; this machine's own key needs no other token");
}

/** @throws ProductError forbidden for programs and for this machine's own key. */
export function requireSession({ kind, accessID, subjectID }: Identity): { userID: string; sessionID: string } {
  if (kind === 'session' && accessID !== undefined) return { userID: subjectID, sessionID: accessID };
  throw new ProductError('forbidden', 'This is for users that are signed in; sign in as one');
}
