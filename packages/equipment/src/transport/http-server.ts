import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '@cellwright/domain/basics';
import type { HttpBank, HttpQuestion, HttpReply } from './http.ts';
import { type LoopbackServer, listenOnLoopback, type ServerBehaviour } from './loopback-server.ts';

export interface HttpServerOptions {
  readonly bank: HttpBank;
  /** 'refuse' answers with 500. */
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
  readonly maxConnections: number;
}

const maxBodyBytes = 64 * 1024;

/** Creates the server side of HTTP for simulators, on loopback only. */
export function createHttpServer({ bank, behaviour, clock, maxConnections }: HttpServerOptions): LoopbackServer {
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    void readQuestion(request).then((question) => {
      if (!question) {
        response.destroy();
        return;
      }
      const { kind, delayMS } = behaviour.answerMode(bank.isCommand(question));
      const reply = kind === 'refuse' ? refused : bank.answer(question);
      if (kind === 'hangUp') response.destroy();
      if (kind === 'silent' || kind === 'hangUp') return;
      if (delayMS > 0) clock.schedule(delayMS, () => send(response, reply));
      else send(response, reply);
    });
  });
  server.maxConnections = maxConnections;
  const dropConnections = () => server.closeAllConnections();
  return {
    listen: (port) => listenOnLoopback(server, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
    dropConnections,
  };
}

const refused: HttpReply = { status: 500, body: 'Refused' };

function send(response: ServerResponse, { status, body }: HttpReply): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

/** Returns undefined for a request that none of our clients sends. */
async function readQuestion(request: IncomingMessage): Promise<HttpQuestion | undefined> {
  const { method, url = '/', headers } = request;
  if (method !== 'GET' && method !== 'POST') return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request) {
      bytes += part.length;
      if (bytes > maxBodyBytes) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const body = Buffer.concat(parts).toString('utf8');
  return { method, path: url, headers: Object.fromEntries(given), ...(bytes > 0 ? { body } : {}) };
}
