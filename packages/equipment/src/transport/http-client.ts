import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import { connectAnywhere, type OpenSocket } from './connecting.ts';
import type {
  HttpFailure,
  HttpOptions,
  HttpOutcome,
  HttpQuestion,
  HttpTarget,
  HttpTransport,
  OpenHttp,
} from './http.ts';
import { recordSockets } from './traffic/record-sockets.ts';

/** The headers of a device have some hundred characters. */
const maxHeaderBytes = 16 * 1024;
const maxBodyBytes = 256 * 1024;

/**
 * Creates HTTP/1.1 without encryption, as devices use it: order of requests, time limits and hostile peers.
 * @param openSocket opens connections to hosts that users entered, by the rules of the cell's egress
 */
export function createHttp(clock: Clock, openSocket: OpenSocket = connectAnywhere): OpenHttp {
  const open = recordSockets(openSocket);
  return (target) => new HttpClient(target, clock, open);
}

/** One kept connection, opened as the caller decides. */
class KeptConnection extends Agent {
  readonly #open: () => Socket;

  constructor(open: () => Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#open = open;
  }

  override createConnection(): Socket {
    return this.#open();
  }
}

class HttpClient implements HttpTransport {
  readonly #target: HttpTarget;
  readonly #clock: Clock;
  readonly #usual: KeptConnection;
  readonly #urgent: KeptConnection;
  readonly #closing = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(target: HttpTarget, clock: Clock, openSocket: OpenSocket) {
    this.#target = target;
    this.#clock = clock;
    this.#usual = new KeptConnection(() => openSocket(target));
    this.#urgent = new KeptConnection(() => openSocket(target));
  }

  ask(question: HttpQuestion, { signal, urgent = false }: HttpOptions = {}): Promise<HttpOutcome> {
    if (urgent) return this.#send(question, this.#urgent, signal);
    const result = this.#turn.then(() => this.#send(question, this.#usual, signal));
    this.#turn = result;
    return result;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turn;
    this.#usual.destroy();
    this.#urgent.destroy();
  }

  #send(question: HttpQuestion, agent: KeptConnection, signal?: AbortSignal): Promise<HttpOutcome> {
    if (this.#closing.signal.aborted || signal?.aborted) return Promise.resolve(aborted);
    return new Exchange(question, this.#target, agent, this.#clock).run(this.#closing.signal);
  }
}

/** One request and its answer. Any error in the answer closes its connection. */
class Exchange {
  readonly #question: HttpQuestion;
  readonly #target: HttpTarget;
  readonly #agent: Agent;
  readonly #clock: Clock;
  #wasSent = false;
  #cancelTimeout = () => {};
  #settle: (outcome: HttpOutcome) => void = () => {};

  constructor(question: HttpQuestion, target: HttpTarget, agent: Agent, clock: Clock) {
    this.#question = question;
    this.#target = target;
    this.#agent = agent;
    this.#clock = clock;
  }

  run(closing: AbortSignal): Promise<HttpOutcome> {
    const { host, port, connectTimeoutMS } = this.#target;
    const { method, path, body, headers } = this.#question;
    return new Promise((resolve) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const given = { accept: 'application/json', ...headers, ...length, host: port === 80 ? host : `${host}:${port}` };
      const request = openRequest({ agent: this.#agent, method, path, headers: given, maxHeaderSize: maxHeaderBytes });
      const onClosing = () => this.#fail('connectionLost', 'The connection to the device was closed');
      this.#settle = (outcome) => {
        this.#settle = () => {};
        this.#cancelTimeout();
        closing.removeEventListener('abort', onClosing);
        if (!outcome.ok) request.destroy();
        resolve(outcome);
      };
      closing.addEventListener('abort', onClosing, { once: true });
      this.#cancelTimeout = this.#clock.schedule(connectTimeoutMS, () =>
        this.#fail('unreachable', deviceMessages.noConnectionWithin(`${host}:${port}`, connectTimeoutMS)),
      );
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => this.#noteSent());
        else this.#noteSent();
      });
      request.on('error', (error) => this.#explain(error));
      request.on('response', (answer) => this.#read(answer));
      request.end(body);
    });
  }

  #noteSent(): void {
    const { timeoutMS } = this.#target;
    this.#wasSent = true;
    this.#cancelTimeout();
    this.#cancelTimeout = this.#clock.schedule(timeoutMS, () =>
      this.#fail('timeout', deviceMessages.silentFor(timeoutMS)),
    );
  }

  #read(answer: IncomingMessage): void {
    const parts: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= (this.#target.maxBodyBytes ?? maxBodyBytes)) parts.push(part);
      else this.#fail('invalidAnswer', 'The device sends unexpected data. Check its address');
    });
    answer.on('error', (error) => this.#explain(error));
    answer.on('end', () => {
      const body = readText(Buffer.concat(parts));
      if (body === undefined || answer.statusCode === undefined) {
        this.#fail('invalidAnswer', 'The response is not UTF-8 text. Check the address of the device');
      } else this.#settle({ ok: true, value: { status: answer.statusCode, body } });
    });
  }

  #explain(error: Error): void {
    const { host, port } = this.#target;
    if (!this.#wasSent) this.#fail('unreachable', deviceMessages.connectionFailed(`${host}:${port}`, error.message));
    else if ('code' in error && String(error.code).startsWith('HPE_')) {
      this.#fail('invalidAnswer', 'The peer does not speak HTTP; check the address and port of the device');
    } else this.#fail('connectionLost', `The connection to the device failed: ${error.message}`);
  }

  #fail(kind: HttpFailure['kind'], message: string): void {
    this.#settle({ ok: false, failure: { kind, wasSent: this.#wasSent, message } });
  }
}

function readText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const aborted: HttpOutcome = {
  ok: false,
  failure: { kind: 'aborted', wasSent: false, message: 'The request was cancelled before it was sent' },
};
