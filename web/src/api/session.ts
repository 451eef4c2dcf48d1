import { getMe, openControlPanel, setUp, signIn, signOut } from '@cellwright/calls';
import { callCell, createHttp, type Http } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import { cellErrors } from '../i18n/cell-errors.ts';

/**
 * Session of the signed-in user or token, and the requests it may make. A user has a session cookie that no script can
 * read; a token that a person typed in is kept for this tab. Screens use only `isSignedIn` and the functions to sign in
 * and out.
 */
const storageKey = 'cellwright.token';
/** Storage key of the control-panel token: it belongs to one session, and is removed with it. */
export const panelTokenKey = 'cellwright.controlPanelToken';

/** Storage key of copied steps, shared by all tabs: they are removed with the session, too. */
export const stepClipKey = 'cellwright.stepClip';

let token: string | undefined = sessionStorage.getItem(storageKey) ?? undefined;
let hasCookie = false;
let userID: string | undefined;
let endedBecause: string | undefined;
/** False until the cell has answered whether the cookie of this browser is a session. */
let isKnown = token !== undefined;
let unansweredBecause: string | undefined;
/** Delay before a cell that did not answer is asked again, ms. */
const askAgainMS = 2000;
const listeners = new Set<() => void>();

function change(next: { readonly token?: string; readonly hasCookie?: boolean }, reason?: string): void {
  token = next.token;
  hasCookie = next.hasCookie ?? false;
  endedBecause = reason;
  isKnown = true;
  unansweredBecause = undefined;
  if (token === undefined) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, token);
  notify();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

/** Begins another session, or none, and closes everything that the last one opened. */
function begin(next: { readonly token?: string; readonly hasCookie?: boolean }, reason?: string): void {
  sessionStorage.removeItem(panelTokenKey);
  localStorage.removeItem(stepClipKey);
  change(next, reason);
}

/** Requests that are authorised by the cookie alone. */
const asUser = createHttp({ url: '' });
/** Checks whether a session or token is valid, without depending on the rest of its user document. */
const admission = { ...getMe, output: z.object({ subject: z.object({ id: z.string() }).optional().catch(undefined) }) };
/** Requests of the signed-in user or token. */
const asAny = createHttp({ url: '', token: () => token });
export const http: Http = {
  exchange: (...request) => asAny.exchange(...request).catch((error) => handleRefusal(error, request[1])),
  request: (...request) => asAny.request(...request).catch((error) => handleRefusal(error, request[1])),
};
/** Calls whose refusal does not mean that the session has ended. */
const entrances: ReadonlySet<string> = new Set(
  [signIn, openControlPanel].map((call) => `/api/v1/cell${call.http.path}`),
);

/**
 * Ends the session when any call shows that the cell no longer recognises it, and rethrows the error in the language of
 * the page.
 */
function handleRefusal(error: unknown, path: string): never {
  const isOut = error instanceof ProductError && error.code === 'authorization_required';
  if (isOut && session.isSignedIn && !entrances.has(path)) session.end(error.message);
  throw cellErrors.translate(error);
}

async function readUserID(by: Http): Promise<string | undefined> {
  return (await callCell(by, admission, {})).subject?.id;
}

/** Notes that the cell did not answer, which is no refusal, and asks it again. */
function askAgain(error: unknown): void {
  unansweredBecause = error instanceof Error ? error.message : String(error);
  notify();
  setTimeout(() => void session.resume(), askAgainMS);
}

export const session = {
  get isSignedIn(): boolean {
    return token !== undefined || hasCookie;
  },
  /** Reason why the session ended by itself. */
  get endedBecause(): string | undefined {
    return endedBecause;
  },
  /** Whether it is known that this browser has a session, or none; unknown while the cell does not answer. */
  get isKnown(): boolean {
    return isKnown;
  },
  /** Reason why it is unknown; undefined while the cell is asked for the first time. */
  get unansweredBecause(): string | undefined {
    return unansweredBecause;
  },
  /** Id of the user or token of the session; undefined until it is known. */
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
  /** Restores the session of an earlier visit; asks again until the cell answers. */
  async resume(): Promise<void> {
    if (isKnown) return;
    try {
      const id = await readUserID(asUser);
      // A user may have signed in by the address of a link in the meantime.
      if (isKnown) return;
      userID = id;
      change({ hasCookie: true });
    } catch (error) {
      if (isKnown) return;
      if (error instanceof ProductError && error.code === 'authorization_required') change({});
      else askAgain(error);
    }
  },
  /** @throws ProductError if name and password do not match. */
  async signIn(username: string, password: string): Promise<void> {
    await callCell(asUser, signIn, { username, password });
    await session.adopt();
  },
  /** Continues with the session whose cookie a call has just set; without an answer, with an unknown user. */
  async adopt(): Promise<void> {
    userID = await readUserID(asUser).catch(() => undefined);
    begin({ hasCookie: true });
  },
  /** Redeems a link: creates the first user, accepts an invitation, or sets a new password. @throws ProductError */
  async setUp(link: { readonly token: string; username: string; name: string; password: string }): Promise<void> {
    await callCell(asUser, setUp, link);
    await session.adopt();
  },
  /** @throws ProductError if the cell does not recognise the token. */
  async signInByToken(candidate: string): Promise<void> {
    const asCandidate = createHttp({ url: '', token: candidate });
    userID = await readUserID(asCandidate);
    begin({ token: candidate });
  },
  /** Signs out here, and ends the session of a user on the cell. */
  async signOut(): Promise<void> {
    const wasUser = hasCookie && token === undefined;
    if (wasUser) await callCell(asUser, signOut, {});
    begin({});
  },
  /** Ends a session that the cell no longer recognises. */
  end(reason: string): void {
    begin({}, reason);
  },
};
