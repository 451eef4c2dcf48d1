import { ProductError } from '@cellwright/domain/basics';

/** A handler property that both browsers' sockets and those of `ws` have. */
type Handler<E> = { take(event: E): void }['take'] | null;

/** The part of a WebSocket that the client uses: the browser's own, or one of the `ws` package. */
export interface SocketLike {
  onopen: Handler<unknown>;
  onmessage: Handler<{ readonly data: unknown }>;
  onerror: Handler<unknown>;
  onclose: Handler<{ readonly code: number; readonly reason: string }>;
  send(text: string): void;
  close(): void;
}

export type SocketOpener = (url: string) => SocketLike;

/**
 * Opens the platform's own WebSocket. Node 20 has none: in that case pass `openSocket: (url) => new WebSocket(url)` of
 * `ws`.
 */
export const openPlatformSocket: SocketOpener = (url) => {
  const platformSocket: unknown = Reflect.get(globalThis, 'WebSocket');
  if (typeof platformSocket !== 'function') {
    throw new ProductError('unavailable', 'This platform has no WebSocket. Pass openSocket with the ws package');
  }
  // Sound: the platform's WebSocket, by its standard name.
  return new (platformSocket as new (url: string) => SocketLike)(url);
};
