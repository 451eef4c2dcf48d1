import { connect } from 'node:net';

/** Client that reads and writes raw bytes, including data that a browser never sends. */
export interface RawClient {
  send(bytes: string | Buffer): void;
  /** Resolves with all data received until the server closed the connection, or the client ended it. */
  readonly closed: Promise<string>;
  /** Resolves when the text received so far matches. */
  received(fits: (text: string) => boolean): Promise<string>;
  readonly text: string;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export async function openRawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  let text = '';
  const waiting = new Set<() => void>();
  // The client keeps its own end open: only the server can close the connection.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('data', (data) => {
    text += data.toString('latin1');
    for (const check of waiting) check();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(text)).once('close', () => resolve(text));
  });
  return {
    send: (bytes) => void socket.write(bytes),
    closed,
    get text() {
      return text;
    },
    received: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          if (!fits(text)) return;
          waiting.delete(check);
          resolve(text);
        };
        waiting.add(check);
        check();
      }),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  };
}

export function requestText(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Returns the status codes of the responses in the received text, in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Returns a frame of a WebSocket as a client sends it: by default a whole text message. */
export function frameOf(text: string, { first = 0x81, mask = 0x1a2b3c4d } = {}): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  else if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const key = Buffer.alloc(4);
  key.writeUInt32BE(mask);
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (key[index & 3] ?? 0);
  return Buffer.concat([head, key, payload]);
}
