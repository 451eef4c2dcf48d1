import { type Clock, isErrorCode, ProductError } from '@cellwright/domain/basics';
import { allEntities, type EntityChange, type JsonObject, unwrapDocument } from '@cellwright/entities';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod';
import { clientClock } from '../clock.ts';

/** Names of all entities. */
export const entityNames: readonly string[] = allEntities.map(({ name }) => name);

/** Path of the cell's real-time data. */
const realTimePath = '/api/socket.io';

/** First and maximum delay before a lost connection is retried, ms. */
const retryMS = { first: 500, most: 5000 } as const;

/**
 * State of the connection. refused: the cell does not accept this client or no longer does; a retry with the same
 * credentials would not help.
 */
export type LiveState = 'connecting' | 'connected' | 'lost' | 'refused';

/** A change of a stored entity. */
export interface LiveChange {
  /** Its entity, such as 'globalSpace'. */
  readonly entity: string;
  readonly change: EntityChange;
  /** The document as visible to this client; a removed one in its last state. */
  readonly document: JsonObject;
}

export interface LiveEvents {
  onChange?(change: LiveChange): void;
  /**
   * Called when changes may have been missed: the connection was restored, or the cell lost the sequence. `entity` is
   * undefined when it may be any.
   */
  onReset?(entity: string | undefined): void;
  onState?(state: LiveState): void;
}

/** A connection to the real-time data service that reconnects whenever it is lost. */
export interface LiveClient {
  readonly state: LiveState;
  /** Reason why the cell refused this client. */
  readonly refusal: ProductError | undefined;
  /** Adds a listener; returns a function that removes it. */
  listen(events: LiveEvents): () => void;
  close(): void;
}

export interface LiveClientOptions {
  /** Origin of the cell, such as `http://cell.local:3000`. */
  readonly url: string;
  /** A developer token; without one the browser's session cookie is used. */
  readonly token?: string | (() => string | undefined);
  readonly clock?: Clock;
}

const changeNames: readonly string[] = ['created', 'patched', 'removed'] satisfies EntityChange[];
const refusalSchema = z.object({ message: z.string(), data: z.object({ data: z.object({ code: z.string() }) }) });

export function connectLive(options: LiveClientOptions): LiveClient {
  const clock = options.clock ?? clientClock;
  const listeners = new Set<LiveEvents>();
  let state: LiveState = 'connecting';
  let refusal: ProductError | undefined;
  let cancelRetry = (): void => undefined;

  const socket = openSocket(options);
  const enter = (next: LiveState): void => {
    state = next;
    for (const { onState } of [...listeners]) onState?.(next);
  };
  const reset = (entity?: string): void => {
    for (const { onReset } of [...listeners]) onReset?.(entity);
  };
  const retry = (): void => {
    // The socket reconnects by itself, unless the cell ended the connection.
    cancelRetry();
    if (!socket.active) cancelRetry = clock.schedule(retryMS.first, () => socket.connect());
  };
  socket.on('connect', () => {
    enter('connected');
    reset();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    enter('lost');
    retry();
  });
  socket.on('connect_error', (error) => {
    refusal = refusalOf(error);
    enter(refusal ? 'refused' : 'lost');
    if (!refusal) retry();
  });
  socket.onAny((event: string, sent: unknown) => {
    const [name, what = ''] = event.split(' ');
    const entity = allEntities.find((each) => each.name === name);
    if (!entity) return;
    if (what === 'reset') reset(entity.name);
    const change = toChange(what);
    if (!change) return;
    const told = { entity: entity.name, change, document: unwrapDocument(entity, sent) };
    for (const { onChange } of [...listeners]) onChange?.(told);
  });

  return {
    get state() {
      return state;
    },
    get refusal() {
      return refusal;
    },
    listen(events) {
      listeners.add(events);
      return () => listeners.delete(events);
    },
    close() {
      cancelRetry();
      listeners.clear();
      socket.close();
    },
  };
}

function openSocket({ url, token }: LiveClientOptions): Socket {
  return io(url, {
    path: realTimePath,
    forceNew: true,
    transports: ['websocket'],
    reconnectionDelay: retryMS.first,
    reconnectionDelayMax: retryMS.most,
    // Read again for every connection: it may have changed in the meantime.
    auth: (send) => {
      const secret = typeof token === 'function' ? token() : token;
      send(secret === undefined ? {} : { token: secret });
    },
  });
}

/** Returns the cell's refusal of this client; undefined if a retry may succeed. */
function refusalOf(error: unknown): ProductError | undefined {
  const read = refusalSchema.safeParse(error);
  if (!read.success) return undefined;
  const { code } = read.data.data.data;
  const isFinal = code === 'authorization_required' || code === 'forbidden';
  return isFinal && isErrorCode(code) ? new ProductError(code, read.data.message) : undefined;
}

function toChange(text: string): EntityChange | undefined {
  const isChange = (name: string): name is EntityChange => changeNames.includes(name);
  return isChange(text) ? text : undefined;
}
