import { createServer, type Socket } from 'node:net';
import type { Clock } from '@cellwright/domain';
import { LineSplitter } from './line-splitter.ts';
import { type LineBank, lineEnd } from './lines.ts';
import type { ServerBehaviour } from './modbus-tcp-server.ts';

export interface LineServerOptions {
  readonly bank: LineBank;
  /** 'refuse' is what the bank itself answers with then: this server knows no error of its own. */
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
  readonly maxConnections: number;
  /** Stands before an answer, and behind it. */
  readonly frame?: (answer: string) => string;
}

export interface LineServer {
  listen(port: number): Promise<number>;
  close(): Promise<void>;
  dropConnections(): void;
}

const longestLine = 1024;
const maxUnreadBytes = 64 * 1024;

/**
 * The server side of lines over TCP for simulators, on loopback only. What it answers goes to everybody who is connected,
 * as machine controls do. A peer that sends no lines is disconnected.
 */
export function createLineServer(options: LineServerOptions): LineServer {
  const { maxConnections } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (sockets.size >= maxConnections) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, sockets, options);
  });
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host: '127.0.0.1' }, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
    dropConnections,
  };
}

function serve(socket: Socket, listeners: ReadonlySet<Socket>, options: LineServerOptions): void {
  const { bank, behaviour, clock, frame = (answer) => answer } = options;
  const lines = new LineSplitter(longestLine);
  const tell = (answer: string) => {
    for (const each of listeners) {
      // A peer that asks and never reads would fill the memory.
      if (each.writableLength > maxUnreadBytes) each.destroy();
      else if (each.writable) each.write(frame(answer) + lineEnd, 'latin1');
    }
  };
  socket.on('data', (data) => {
    const questions = lines.push(data.toString('latin1'));
    if (!questions) {
      socket.destroy();
      return;
    }
    for (const question of questions) {
      const { kind, delayMS } = behaviour.answerMode(bank.isCommand(question));
      const answer = bank.answer(question);
      if (kind === 'hangUp') socket.destroy();
      if (kind === 'silent' || kind === 'hangUp' || answer === undefined) continue;
      if (delayMS > 0) clock.schedule(delayMS, () => tell(answer));
      else tell(answer);
    }
  });
}
