import { getMe, openControlPanel, setUp, signIn, signOut } from '@cellwright/calls';
import { callCell, createHttp, type Http } from '@cellwright/client';
import { ProductError } from '@cellwright/domain';
import * as z from 'zod';

/**
 * Who is signed in, and the requests they may make. A user has a session cookie that no script can read; a token typed
 * in by a person is kept for this tab. Screens know only `isSignedIn` and the ways in and out.
 */
const storageKey = 'cellwright.token';
/** What the PIN was exchanged for: it belongs to one session, and goes with it. */
export const panelTokenKey = 'cellwright.controlPanelToken';

/** Copied steps, for every tab: they go with the session, too. */
export const stepClipKey = 'cellwright.stepClip';

let token: string | undefined = sessionStorage.getItem(storageKey) ?? undefined;
let hasCookie = false;
let userID: string | undefined;
let endedBecause: string | undefined;
const listeners = new Set<() => void>();

function change(next: { readonly token?: string; readonly hasCookie?: boolean }, reason?: string): void {
  token = next.token;
  hasCookie = next.hasCookie ?? false;
  endedBecause = reason;
  if (token === undefined) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, token);
  for (const listener of [...listeners]) listener();
}

/** Another session, or none: nothing that the last one opened stays open. */
function begin(next: { readonly token?: string; readonly hasCookie?: boolean }, reason?: string): void {
  sessionStorage.removeItem(panelTokenKey);
  localStorage.removeItem(stepClipKey);
  change(next, reason);
}

/** Requests by the cookie alone. */
const asUser = createHttp({ url: '' });
/** Finds out whether a session or token counts, whatever its user document looks like. */
const admission = { ...getMe, output: z.object({ subject: z.object({ id: z.string() }).optional().catch(undefined) }) };
/** Requests of whoever is signed in. */
const asAny = createHttp({ url: '', token: () => token });
export const http: Http = {
  exchange: (...request) => asAny.exchange(...request).catch((error) => noteRefusal(error, request[1])),
  request: (...request) => asAny.request(...request).catch((error) => noteRefusal(error, request[1])),
};
/** Calls whose refusal says nothing about the session. */
const entrances: ReadonlySet<string> = new Set(
  [signIn, openControlPanel].map((call) => `/api/v1/cell${call.http.path}`),
);

/** A session that the cell does not know any more has ended, whichever call found out. */
function noteRefusal(error: unknown, path: string): never {
  const isOut = error instanceof ProductError && error.code === 'authorization_required';
  if (isOut && session.isSignedIn && !entrances.has(path)) session.end(error.message);
  throw error;
}

async function readUserID(by: Http): Promise<string | undefined> {
  return (await callCell(by, admission, {})).subject?.id;
}

export const session = {
  get isSignedIn(): boolean {
    return token !== undefined || hasCookie;
  },
  /** Why the session ended by itself. */
  get endedBecause(): string | undefined {
    return endedBecause;
  },
  /** User or token of the session; undefined while it is not known. */
  get userID(): string | undefined {
    return userID;
  },
  get token(): string | undefined {
    return token;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Finds the session of an earlier visit. A cell that does not answer is told by the screens. */
  async resume(): Promise<void> {
    if (token !== undefined) return;
    try {
      userID = await readUserID(asUser);
      change({ hasCookie: true });
    } catch (error) {
      const isOut = error instanceof ProductError && error.code === 'authorization_required';
      if (!isOut) endedBecause = error instanceof Error ? error.message : String(error);
    }
  },
  /** @throws ProductError when name and password do not belong together. */
  async signIn(username: string, password: string): Promise<void> {
    await callCell(asUser, signIn, { username, password });
    // Without an answer, the session belongs to a user that is not known.
    userID = await readUserID(asUser).catch(() => undefined);
    begin({ hasCookie: true });
  },
  /** Uses a link: makes the first user, accepts an invitation, or sets a new password. @throws ProductError */
  async setUp(link: { readonly token: string; username: string; name: string; password: string }): Promise<void> {
    await callCell(asUser, setUp, link);
    userID = undefined;
    begin({ hasCookie: true });
  },
  /** @throws ProductError when the cell does not know the token. */
  async signInByToken(candidate: string): Promise<void> {
    const asCandidate = createHttp({ url: '', token: candidate });
    userID = await readUserID(asCandidate);
    begin({ token: candidate });
  },
  /** Signs out here, and ends the session of a user everywhere. */
  async signOut(): Promise<void> {
    const wasUser = hasCookie && token === undefined;
    if (wasUser) await callCell(asUser, signOut, {});
    begin({});
  },
  /** The cell does not know this session any more. */
  end(reason: string): void {
    begin({}, reason);
  },
};
