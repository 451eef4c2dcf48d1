import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when a program accepts connections on a loopback port; rejects when the signal aborts. */
export async function waitForPort(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (await isPortTaken(port)) return;
    await delay(20, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** True if a program accepts connections on a loopback port. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
