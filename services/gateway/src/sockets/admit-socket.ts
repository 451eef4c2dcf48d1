import { authenticateMessageSchema, type Clock, ProductError } from '@cellwright/domain';
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

/** A client that does not say who it is within this time is shown out. */
const authenticateWithinMS = 2000;
/** Tokens of open sockets are checked at every change of access, and this often, so that an expired one is out, too. */
const recheckEveryMS = 1000;
/** Messages that may come while a token is being verified, and their bytes: a client need not wait to be let in. */
const maxEarly = { messages: 4096, bytes: maxMessageBytes };
const authenticateFirst = 'Send { kind: "authenticate", token } first';

export interface AdmissionDeps {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who opened a socket. */
export interface SocketCaller {
  /** Whether it is on this machine. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** A page of the cell opened it. */
  readonly isPage: boolean;
  /** The secret in its cookie, which lets it in without a message. */
  readonly cookieSecret: string | undefined;
}

export function socketCallerOf(request: FastifyRequest): SocketCaller {
  const cookieSecret = sessionSecretOf(request.raw);
  return { address: request.ip, isLoopback: isLocal(request), isPage: isOfOwnPage(request), cookieSecret };
}

/** The part of a WebSocket that is used here; a real one fits. */
export interface AdmittedSocket {
  readonly OPEN: number;
  readonly readyState: number;
  close(code?: number, reason?: string): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** What a socket is for, once it is known whose it is. */
export interface SocketHandler {
  /** Of one message of an admitted client. Default 1 MiB, which is also what holds before. */
  readonly maxMessageBytes?: number;
  onAdmitted(identity: Identity): void;
  /** The name or the permissions of an admitted client have changed. */
  onChanged?(identity: Identity): void;
  /** JSON text, not yet parsed. `identity` is as it was at the last check. */
  onMessage(data: RawData, identity: Identity): void;
  /** True for a message that is handled also behind one that closed the socket. */
  isUrgent?(data: RawData): boolean;
  /** It was not let in. */
  onRefused?(error: unknown): void;
  /** After an admitted client has gone. */
  onGone(): void;
}

/** Lets a client in whose first message is a good token, and shows it out at once when the token is no longer good. */
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
  /** What came while a token was being verified; undefined when none is. */
  #early: [RawData, boolean][] | undefined;
  #earlyBytes = 0;
  /** It may not stay, or sent what is no message. */
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
    } else this.#close(socketCloseCodes.tooSlow, 'Wait until you are let in');
  }

  #close(code: number, reason: string): void {
    this.#isOut = true;
    this.#socket.close(code, reason);
  }

  #take(data: RawData, isBinary: boolean): void {
    const socket = this.#socket;
    const identity = this.#identity;
    // A client that may not stay has nothing more to say, however long it takes to leave; one that sent too much may stop.
    if (socket.readyState !== socket.OPEN) {
      if (!this.#isOut && !isBinary && identity && this.#handler.isUrgent?.(data))
        this.#handler.onMessage(data, identity);
      return;
    }
    const limit = (identity && this.#handler.maxMessageBytes) ?? maxMessageBytes;
    if (isBinary) this.#close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (lengthOf(data) > limit) this.#close(socketCloseCodes.tooLong, `A message has at most ${limit} bytes`);
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
      // What is known at once lets in at once.
      if (verification) await verification;
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      this.#identity = authenticator.recognise(token, this.#caller.isLoopback);
    } catch (error) {
      // A browser whose session has ended may still show a token; one that may not connect need not.
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

/** A client that is in by its cookie may say all the same who it is. */
function isAuthentication(data: RawData): boolean {
  return lengthOf(data) <= 4096 && authenticateMessageSchema.safeParse(parsePacket(data)).success;
}

/** What a client that may not stay is told by number. */
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

/** Undefined for what is not JSON, and for null. */
export function parsePacket(data: RawData): unknown {
  try {
    return JSON.parse(String(data)) ?? undefined;
  } catch {
    return undefined;
  }
}
