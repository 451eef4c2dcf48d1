import { type Clock, ProductError } from '@cellwright/domain/basics';
import { authenticateMessageSchema } from '@cellwright/domain/runner-socket';
import type { Logger } from '@cellwright/service-kit';
import type { FastifyRequest } from 'fastify';
import type { RawData } from 'ws';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Identity } from '../domain/identity.ts';
import { isLocal } from '../http/authentication.ts';
import { isOfOwnPage } from '../http/foreign-pages.ts';
import { sessionSecretOf } from '../http/session-cookie.ts';
import { socketCloseCodes } from './close-codes.ts';
import { maxMessageBytes } from './open-sockets.ts';

export { socketCloseCodes } from './close-codes.ts';

/** Time within which a client must authenticate, ms. */
const authenticateWithinMS = 2000;
/**
 * Tokens of open sockets are checked at every change of access, and at this interval, so that an expired one is
 * disconnected, too, ms.
 */
const recheckEveryMS = 1000;
/** Maximum of messages, and their bytes, while a token is being verified: a client need not wait for its admission. */
const maxEarly = { messages: 4096, bytes: maxMessageBytes };
const authenticateFirst = 'Send { kind: "authenticate", token } first';

export interface AdmissionDeps {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Client that opened a socket. */
export interface SocketCaller {
  /** Address of the client, such as that of this machine. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** True if a page of the cell opened it. */
  readonly isPage: boolean;
  /** Secret in its cookie, which admits it without a message. */
  readonly cookieSecret: string | undefined;
}

export function socketCallerOf(request: FastifyRequest): SocketCaller {
  const cookieSecret = sessionSecretOf(request.raw);
  return { address: request.ip, isLoopback: isLocal(request), isPage: isOfOwnPage(request), cookieSecret };
}

/** Part of a WebSocket that is used here; a real one is compatible. */
export interface AdmittedSocket {
  readonly OPEN: number;
  readonly readyState: number;
  close(code?: number, reason?: string): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** Urgent messages of a socket that are found before they are parsed. */
export interface AheadOfParser {
  /** Begins to deliver; the listener returns true for a message that it handled. */
  listen(deliver: (message: Buffer) => boolean): void;
  /** Number of messages that were handled and are not parsed yet: what is parsed now was sent before them. */
  readonly pending: number;
  /** True for a parsed message that was handled ahead: each one counts once. */
  wasDelivered(data: RawData): boolean;
}

/** Purpose of a socket, once its client is known. */
export interface SocketHandler {
  /** Maximum size of a message from an admitted client. Default 1 MiB, which also applies before. */
  readonly maxMessageBytes?: number;
  onAdmitted(identity: Identity): void;
  /** Called when the name or the permissions of an admitted client have changed. */
  onChanged?(identity: Identity): void;
  /** Called with JSON text, not yet parsed. `identity` is that of the last check. */
  onMessage(data: RawData, identity: Identity): void;
  /** Delivers urgent messages before those in front of them are parsed. Default: none. */
  readonly ahead?: AheadOfParser | undefined;
  /** True for a message that is handled even after one that closed the socket. */
  isUrgent?(data: RawData): boolean;
  /** Called if the client was not admitted. */
  onRefused?(error: unknown): void;
  /** Called after an admitted client has disconnected. */
  onGone(): void;
}

/** Admits a client whose first message has a valid token, and disconnects it when the token is no longer valid. */
export function admitSocket(
  deps: AdmissionDeps,
  socket: AdmittedSocket,
  caller: SocketCaller,
  handler: SocketHandler,
): void {
  new Admission(deps, socket, caller, handler).begin();
}

class Admission {
  readonly #deps: AdmissionDeps;
  readonly #socket: AdmittedSocket;
  readonly #caller: SocketCaller;
  readonly #handler: SocketHandler;
  #isFirst = true;
  #isIn = false;
  /** Messages received while a token is being verified; undefined otherwise. */
  #early: [RawData, boolean][] | undefined;
  #earlyBytes = 0;
  /** True for a client that must leave, or sent an invalid message. */
  #isOut = false;
  #identity: Identity | undefined;
  #cancelTimer: () => void = () => undefined;
  #stopListening: () => void = () => undefined;

  constructor(deps: AdmissionDeps, socket: AdmittedSocket, caller: SocketCaller, handler: SocketHandler) {
    this.#deps = deps;
    this.#socket = socket;
    this.#caller = caller;
    this.#handler = handler;
  }

  begin(): void {
    const { clock, log } = this.#deps;
    const socket = this.#socket;
    this.#cancelTimer = clock.schedule(authenticateWithinMS, () =>
      socket.close(socketCloseCodes.unauthenticated, authenticateFirst),
    );
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary));
    const { cookieSecret } = this.#caller;
    if (cookieSecret !== undefined) void this.#admitWith(cookieSecret, true);
    socket.on('error', (error) => log.debug('socket error', { error }));
    socket.on('close', () => {
      this.#cancelTimer();
      this.#stopListening();
      if (this.#identity) this.#handler.onGone();
    });
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (!this.#early) this.#take(data, isBinary);
    else if (this.#early.length < maxEarly.messages && this.#earlyBytes < maxEarly.bytes) {
      this.#earlyBytes += lengthOf(data);
      this.#early.push([data, isBinary]);
    } else this.#close(socketCloseCodes.tooSlow, 'Wait for admission');
  }

  /** Handles a message that overtakes earlier ones. */
  #hearAhead(message: Buffer): boolean {
    if (this.#isOut || this.#early || !this.#identity) return false;
    this.#handler.onMessage(message, this.#identity);
    return true;
  }

  #close(code: number, reason: string): void {
    this.#isOut = true;
    this.#socket.close(code, reason);
  }

  #take(data: RawData, isBinary: boolean): void {
    if (!isBinary && this.#handler.ahead?.wasDelivered(data)) return;
    const socket = this.#socket;
    const identity = this.#identity;
    // A client that must leave cannot send more messages, however long its closing takes; one that sent too much can
    // still stop.
    if (socket.readyState !== socket.OPEN) {
      if (!this.#isOut && !isBinary && identity && this.#handler.isUrgent?.(data))
        this.#handler.onMessage(data, identity);
      return;
    }
    const limit = (identity && this.#handler.maxMessageBytes) ?? maxMessageBytes;
    if (isBinary) this.#close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (lengthOf(data) > limit) this.#close(socketCloseCodes.tooLong, `A message can have at most ${limit} bytes`);
    else if (identity && !(this.#isFirst && isAuthentication(data))) this.#handler.onMessage(data, identity);
    else this.#admit(data);
    this.#isFirst = false;
  }

  #admit(data: RawData): void {
    const packet = parsePacket(data);
    const message = authenticateMessageSchema.safeParse(packet);
    if (packet === undefined) this.#close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (!message.success) this.#close(socketCloseCodes.unauthenticated, authenticateFirst);
    else void this.#admitWith(message.data.token);
  }

  async #admitWith(token: string, isCookie = false): Promise<void> {
    const { authenticator } = this.#deps;
    const held: [RawData, boolean][] = [];
    this.#early = held;
    this.#earlyBytes = 0;
    try {
      const verification = authenticator.introduce(token);
      // A known token is admitted immediately.
      if (verification) await verification;
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      this.#identity = authenticator.recognise(token, this.#caller.isLoopback);
    } catch (error) {
      // A browser whose session has ended may still send a token; one that may not connect need not.
      if (!isCookie || closeCodeOf(error) === socketCloseCodes.forbidden) {
        this.#handler.onRefused?.(error);
        return this.#showOut(error);
      }
    } finally {
      this.#early = undefined;
    }
    if (this.#identity) this.#letIn(this.#identity, token);
    for (const [data, isBinary] of held) this.#take(data, isBinary);
  }

  #letIn(identity: Identity, token: string): void {
    this.#cancelTimer();
    this.#stopListening();
    this.#recheckWith(token);
    if (!this.#isIn) this.#handler.onAdmitted(identity);
    if (!this.#isIn) this.#handler.ahead?.listen((message) => this.#hearAhead(message));
    this.#isIn = true;
  }

  #recheckWith(token: string): void {
    const { authenticator, clock } = this.#deps;
    const check = (): void => {
      try {
        const before = this.#identity;
        const identity = authenticator.recognise(token, this.#caller.isLoopback);
        this.#identity = identity;
        if (before && !isSame(before, identity)) this.#handler.onChanged?.(identity);
      } catch (error) {
        this.#showOut(error);
      }
    };
    const checkNowAndThen = (): void => {
      check();
      this.#cancelTimer = clock.schedule(recheckEveryMS, checkNowAndThen);
    };
    this.#stopListening = authenticator.onChange(check);
    this.#cancelTimer = clock.schedule(recheckEveryMS, checkNowAndThen);
  }

  #showOut(error: unknown): void {
    this.#close(closeCodeOf(error), reasonOf(error));
  }
}

function isSame(one: Identity, other: Identity): boolean {
  return one.name === other.name && one.permissions.join() === other.permissions.join();
}

/** A client that was admitted by its cookie may still authenticate. */
function isAuthentication(data: RawData): boolean {
  return lengthOf(data) <= 4096 && authenticateMessageSchema.safeParse(parsePacket(data)).success;
}

/** Returns the close code for a client that must leave. */
export function closeCodeOf(error: unknown): number {
  if (!(error instanceof ProductError)) return socketCloseCodes.tryLater;
  if (error.code === 'forbidden') return socketCloseCodes.forbidden;
  return error.code === 'authorization_required' ? socketCloseCodes.unauthenticated : socketCloseCodes.tryLater;
}

/** A close frame has room for 123 bytes of reason. */
function reasonOf(error: unknown): string {
  const text = error instanceof ProductError ? error.message : 'Try again later';
  return Buffer.from(text)
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

export function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
}

/** Undefined for invalid JSON, and for null. */
export function parsePacket(data: RawData): unknown {
  try {
    return JSON.parse(String(data)) ?? undefined;
  } catch {
    return undefined;
  }
}
