import { session } from '../session.ts';
import type { DraftStorage } from './drafts.ts';

/** Returns the storage of this tab for drafts of the signed-in user. */
export function tabStorage<T>(read: (stored: unknown) => T | undefined): DraftStorage<T> {
  return { area: sessionStorage, readOwnerID: () => session.userID, read };
}
