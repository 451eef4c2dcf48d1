import { openControlPanel } from '@cellwright/calls';
import {
  callCell,
  createCellClient,
  createEntityClient,
  createHttp,
  type EntityClient,
  type Http,
} from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import type { EntityDefinition } from '@cellwright/entities';
import type * as z from 'zod';
import { opensControlPanel, readTokenEnd } from './control-panel-token.ts';
import { http, session, panelTokenKey as storageKey } from './session.ts';

/** Reason why the control panel closed by itself. */
export type Closed = 'expired' | 'refused';

/** Storage key of when this tab received its newest token, and of the end of that token. */
const receivedKey = `${storageKey}.received`;

function storeReceipt(token: string): number {
  const now = Date.now();
  sessionStorage.setItem(receivedKey, `${now} ${token.slice(-16)}`);
  return now;
}

/** Returns when this tab received the token; undefined for a token that other code stored. */
function readReceipt(token: string): number | undefined {
  const [at = '', end = ''] = (sessionStorage.getItem(receivedKey) ?? '').split(' ');
  return end !== '' && token.endsWith(end) ? Number(at) : undefined;
}

let closedBecause: Closed | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of [...listeners]) listener();
}

function close(reason: Closed | undefined): void {
  sessionStorage.removeItem(storageKey);
  closedBecause = reason;
  tell();
}

/**
 * Token that the PIN was exchanged for. It is kept in the session storage of this tab, and read from there each time.
 */
export const controlPanel = {
  get token(): string | undefined {
    return sessionStorage.getItem(storageKey) ?? undefined;
  },
  get closedBecause(): Closed | undefined {
    return closedBecause;
  },
  /** Time at which the PIN is required again, ms since 1970. */
  get openUntil(): number | undefined {
    const { token } = controlPanel;
    return token === undefined ? undefined : readTokenEnd(token, readReceipt(token));
  },
  get isOpen(): boolean {
    const { token } = controlPanel;
    return token !== undefined && opensControlPanel(token, Date.now(), readReceipt(token));
  },
  /** Discards a token that is expired or lacks the permission. */
  check(): void {
    if (controlPanel.token !== undefined && !controlPanel.isOpen) close('expired');
  },
  /**
   * Exchanges the PIN for a token. Returns false if the token does not open the panel. @throws ProductError for a wrong
   * PIN.
   */
  async open(pin: string): Promise<boolean> {
    const { accessToken } = await callCell(http, openControlPanel, { pin });
    const receivedAt = storeReceipt(accessToken);
    if (!opensControlPanel(accessToken, receivedAt, receivedAt)) return false;
    sessionStorage.setItem(storageKey, accessToken);
    closedBecause = undefined;
    tell();
    return true;
  },
  lock(): void {
    close(undefined);
  },
  /**
   * Calls the listener when the panel opens or closes. Changes of the session storage by other code show at the next
   * check.
   */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

session.subscribe(() => {
  if (!session.isSignedIn) controlPanel.lock();
});

const panelHttp = createHttp({ url: '', token: () => controlPanel.token });
const watchedHttp: Http = {
  ...panelHttp,
  exchange: (...request) => panelHttp.exchange(...request).catch(handleRefusal),
  request: (...request) => panelHttp.request(...request).catch(handleRefusal),
};

/** Cell client for changes that need the permission controlPanel. */
export const panelCell = createCellClient(watchedHttp);

/** Creates the client of an entity that few screens need, for changes that need the permission controlPanel. */
export function createPanelClientOf<T extends object>(entity: EntityDefinition<T>): EntityClient<T, T> {
  return createEntityClient(watchedHttp, entity, entity.schema);
}

/** Creates the same client of an entity whose list entries are not whole documents. */
export function createPanelListingOf<T extends object, Listed extends object>(
  entity: EntityDefinition<T>,
  listed: z.ZodType<Listed>,
): EntityClient<T, Listed> {
  return createEntityClient(watchedHttp, entity, listed);
}

/** Discards a token that the cell rejects, as when its session has ended, and rethrows the error. */
function handleRefusal(error: unknown): never {
  if (error instanceof ProductError && error.code === 'authorization_required') close('refused');
  throw error;
}
