import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { isIP, isIPv4, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import {
  type Clock,
  type HttpAnswer,
  type HttpRequest,
  maxVariableTextLength,
  refuseHttpUrl,
} from '@cellwright/domain/basics';
import type { DeviceFailure, DeviceFailureReason, DeviceResult } from '@cellwright/equipment/capabilities';
import type { Egress } from '@cellwright/service-kit/egress';
import { httpMessages } from './messages.ts';

/** Sends one request and waits for the whole answer. Never rejects, follows no redirect, sends nothing twice. */
export type SendHttp = (request: HttpRequest, signal: AbortSignal) => Promise<DeviceResult<HttpAnswer>>;

const maxHeaderBytes = 16 * 1024;
/** Maximum body size: UTF-8 has at most three bytes for one UTF-16 code unit. */
const maxBodyBytes = 3 * maxVariableTextLength;

export function createHttpClient(clock: Clock, openSocket: Egress['openSocket']): SendHttp {
  return (request, signal) => {
    const refusal = refuseHttpUrl(request.url) ?? refuseSpelling(request.url);
    if (refusal !== undefined) return Promise.resolve(failed('outOfRange', refusal));
    if (signal.aborted) return Promise.resolve(stopped);
    return new Exchange(request, new URL(request.url), openSocket).run(clock, signal);
  };
}

/** One HTTP request and its answer. */
class Exchange {
  readonly #request: HttpRequest;
  readonly #url: URL;
  readonly #openSocket: Egress['openSocket'];
  #wasSent = false;
  #settle: (result: DeviceResult<HttpAnswer>) => void = () => undefined;

  constructor(request: HttpRequest, url: URL, openSocket: Egress['openSocket']) {
    this.#request = request;
    this.#url = url;
    this.#openSocket = openSocket;
  }

  run(clock: Clock, signal: AbortSignal): Promise<DeviceResult<HttpAnswer>> {
    const { timeoutMS } = this.#request;
    const { host } = this.#url;
    return new Promise((resolve) => {
      const socket = this.#connect();
      const request = this.#open(socket);
      const onAbort = () => this.#settle(stopped);
      const cancelTimeout = clock.schedule(timeoutMS, () =>
        this.#fail(
          this.#wasSent ? 'timeout' : 'unreachable',
          this.#wasSent
            ? httpMessages.noAnswerInTime(host, timeoutMS)
            : httpMessages.noConnectionInTime(host, timeoutMS),
        ),
      );
      this.#settle = (result) => {
        this.#settle = () => undefined;
        cancelTimeout();
        signal.removeEventListener('abort', onAbort);
        resolve(result);
        request.destroy();
        socket.destroy();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      socket.on('error', (error) => this.#explain(error));
      request.on('error', (error) => this.#explain(error));
      request.on('response', (answer) => this.#read(answer));
      request.end(this.#request.body);
    });
  }

  /** Connects to the address that was checked; the certificate is still checked against the name. */
  #connect(): Socket {
    const { protocol, hostname, port } = this.#url;
    const isSecure = protocol === 'https:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = this.#openSocket({ host, port: port === '' ? (isSecure ? 443 : 80) : Number(port) });
    const noteSent = () => {
      this.#wasSent = true;
    };
    if (!isSecure) return socket.once('connect', noteSent);
    socket.on('error', (error) => this.#explain(error));
    const name = isIP(host) === 0 ? { servername: host } : {};
    return connectTLS({ socket, host, ...name, ALPNProtocols: ['http/1.1'] }).once('secureConnect', noteSent);
  }

  #open(socket: Socket): ClientRequest {
    const { method, headers, body } = this.#request;
    const { host, pathname, search } = this.#url;
    const given = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return openRequest({
      createConnection: () => socket,
      method,
      path: `${pathname}${search}`,
      headers: { accept: '*/*', ...given, 'accept-encoding': 'identity', ...length, host, connection: 'close' },
      maxHeaderSize: maxHeaderBytes,
    });
  }

  #read(answer: IncomingMessage): void {
    const { host } = this.#url;
    const parts: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes > maxBodyBytes) this.#fail('deviceFault', httpMessages.answerTooLong(host, maxVariableTextLength));
    });
    answer.on('error', (error) => this.#explain(error));
    answer.on('end', () => {
      if (!answer.complete) this.#explain(new Error('it ended early'));
      else this.#finish(answer, Buffer.concat(parts));
    });
  }

  #finish({ statusCode, headers }: IncomingMessage, bytes: Buffer): void {
    const { host } = this.#url;
    const body = readText(bytes);
    if (statusCode === undefined || statusCode < 100 || statusCode > 599) {
      this.#explain(new Error(`its status is ${statusCode}`));
    } else if (body === undefined) {
      this.#fail('deviceFault', httpMessages.unreadableText(host));
    } else if (body.length > maxVariableTextLength) {
      this.#fail('deviceFault', httpMessages.answerTooLong(host, maxVariableTextLength));
    } else {
      const { location } = headers;
      this.#settle({ ok: true, value: { status: statusCode, body, ...(location === undefined ? {} : { location }) } });
    }
  }

  #explain(error: Error): void {
    const { host } = this.#url;
    if (this.#wasSent) this.#fail('outcomeUnknown', httpMessages.answerBroken(host, error.message));
    else this.#fail('unreachable', httpMessages.unreachable(host, error.message));
  }

  #fail(reason: DeviceFailureReason, message: string): void {
    this.#settle(failed(reason, message));
  }
}

/** Refuses odd spellings of an IP address, which the URL parser would silently normalise. */
function refuseSpelling(url: string): string | undefined {
  const typed = /^https?:\/\/([^/?#:]*)/i.exec(url)?.[1] ?? '';
  return isIPv4(new URL(url).hostname) && !isIPv4(typed) ? httpMessages.oddSpelling(typed) : undefined;
}

/** Decodes text. Returns undefined for invalid UTF-8, and for text with U+0000, which no database stores. */
function readText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

const stopped = { ok: false, stopped: true } as const;

function failed(reason: DeviceFailureReason, message: string): { ok: false; failure: DeviceFailure } {
  const mayRetry = reason === 'unreachable';
  return { ok: false, failure: { kind: 'NetworkRequestFailure', reason, message, mayRetry } };
}
