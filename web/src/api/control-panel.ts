import { openControlPanel } from '@cellwright/calls';
import { callCell, createCellClient, createHttp } from '@cellwright/client';
import { ProductError } from '@cellwright/domain';
import { opensControlPanel, readTokenEnd } from './control-panel-token.ts';
import { http, session, panelTokenKey as storageKey } from './session.ts';

/** Why the control panel closed by itself. */
export type Closed = 'expired' | 'refused';

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

/** The token that the PIN was exchanged for. It is kept for this tab, and looked up there each time. */
export const controlPanel = {
  get token(): string | undefined {
    return sessionStorage.getItem(storageKey) ?? undefined;
  },
  get closedBecause(): Closed | undefined {
    return closedBecause;
  },
  /** When the PIN is asked for again, ms since 1970. */
  get openUntil(): number | undefined {
    return controlPanel.token === undefined ? undefined : readTokenEnd(controlPanel.token);
  },
  get isOpen(): boolean {
    const { token } = controlPanel;
    return token !== undefined && opensControlPanel(token, Date.now());
  },
  /** Throws a token away that is expired or lacks the permission. */
  check(): void {
    if (controlPanel.token !== undefined && !controlPanel.isOpen) close('expired');
  },
  /** False when the token is over by this device's clock. @throws ProductError for a wrong PIN. */
  async open(pin: string): Promise<boolean> {
    const { accessToken } = await callCell(http, openControlPanel, { pin });
    if (!opensControlPanel(accessToken, Date.now())) return false;
    sessionStorage.setItem(storageKey, accessToken);
    closedBecause = undefined;
    tell();
    return true;
  },
  lock(): void {
    close(undefined);
  },
  /** Hears when it opens and closes; what others do to the session storage shows at the next check. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

session.subscribe(() => {
  if (!session.isSignedIn) controlPanel.lock();
});

const panelHttp = createHttp({ url: '', token: () => controlPanel.token });
/** What is stored in the cell, for changes that take the permission controlPanel. */
export const panelCell = createCellClient({
  ...panelHttp,
  exchange: (...request) => panelHttp.exchange(...request).catch(noteRefusal),
  request: (...request) => panelHttp.request(...request).catch(noteRefusal),
});

/** A token that the cell does not know any more opens nothing: the session behind it may have ended. */
function noteRefusal(error: unknown): never {
  if (error instanceof ProductError && error.code === 'authorization_required') close('refused');
  throw error;
}
