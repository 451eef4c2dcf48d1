import { countConfig, millisecondsConfig } from '@cellwright/service-kit';
import * as z from 'zod';

/** What one client, or all of them, may take of the door. Spread into the configuration of a process that opens one. */
export const doorConfig = {
  /** Open connections, of all clients and of one address; a reserve beside it is for stops alone. */
  DOOR_MAX_CONNECTIONS: countConfig(4000),
  DOOR_MAX_CONNECTIONS_PER_SOURCE: countConfig(2000),
  DOOR_RESERVED_CONNECTIONS: countConfig(64),
  /** Requests of one connection that are worked on at a time, and that wait behind them. */
  DOOR_MAX_REQUESTS_AT_ONCE: countConfig(16),
  DOOR_MAX_REQUESTS_WAITING: countConfig(256),
  /** Requests of all connections that wait. */
  DOOR_MAX_REQUESTS_WAITING_TOTAL: countConfig(8192),
  /** Bytes of answers that wait for their readers, of all connections. */
  DOOR_MAX_UNREAD_BYTES: countConfig(28 * 1024 * 1024),
  /** A request's head, and all of it, have this long to arrive; an idle connection stays open this long. */
  DOOR_HEADERS_TIMEOUT_MS: millisecondsConfig(10_000),
  DOOR_REQUEST_TIMEOUT_MS: millisecondsConfig(60_000),
  DOOR_KEEP_ALIVE_TIMEOUT_MS: millisecondsConfig(20_000),
  /** A client that reads less than a kilobyte a second for this long is cut off. */
  DOOR_UNREAD_TIMEOUT_MS: millisecondsConfig(5000),
  /** At the end, accepted requests have this long to be answered. */
  DOOR_DRAIN_TIMEOUT_MS: millisecondsConfig(3000),
  /** Requests without a token, of one address: at once, and a second. */
  DOOR_OPEN_BURST: countConfig(500),
  DOOR_OPEN_PER_SECOND: countConfig(100),
  /** Connections of one address after one of it was cut off for load: at once, and a second; more may only stop. */
  DOOR_REOPEN_BURST: countConfig(20),
  DOOR_REOPEN_PER_SECOND: countConfig(5),
  /** Requests of one token. */
  DOOR_TOKEN_BURST: countConfig(4000),
  DOOR_TOKEN_PER_SECOND: countConfig(2000),
  /** Tokens that are refused, of one address. */
  DOOR_REFUSED_TOKEN_BURST: countConfig(50),
  DOOR_REFUSED_TOKEN_PER_SECOND: countConfig(5),
} as const;

/** The limits as numbers, as their variables name them. */
export type DoorLimits = { readonly [Name in keyof typeof doorConfig]: z.infer<(typeof doorConfig)[Name]> };

/** The limits of an empty environment, but for those given. */
export function doorLimits(changes: Partial<DoorLimits> = {}): DoorLimits {
  return { ...z.object(doorConfig).parse({}), ...changes };
}

/** The limits within a process's whole configuration. */
export function limitsOf(config: DoorLimits): DoorLimits {
  return z.object(doorConfig).parse(config);
}
