import { countConfig, millisecondsConfig } from '@cellwright/service-kit';
import * as z from 'zod';

/** Limits for one client and for all of them. Spread into the configuration of a process that opens a server. */
export const doorConfig = {
  /** Open connections, of all clients and of one address; an additional reserve is for stops only. */
  DOOR_MAX_CONNECTIONS: countConfig(4000),
  DOOR_MAX_CONNECTIONS_PER_SOURCE: countConfig(2000),
  DOOR_RESERVED_CONNECTIONS: countConfig(64),
  /** Connections of signed-in callers beyond these numbers: a flood from their address does not keep them out. */
  DOOR_MAX_KNOWN_BEYOND: countConfig(256),
  /** Concurrent requests of one connection, and waiting ones. */
  DOOR_MAX_REQUESTS_AT_ONCE: countConfig(16),
  DOOR_MAX_REQUESTS_WAITING: countConfig(256),
  /** Waiting requests of all connections. */
  DOOR_MAX_REQUESTS_WAITING_TOTAL: countConfig(8192),
  /** Unread bytes of responses of all connections. */
  DOOR_MAX_UNREAD_BYTES: countConfig(28 * 1024 * 1024),
  /** Time for a request's head and for all of it to arrive, and for which an idle connection stays open. */
  DOOR_HEADERS_TIMEOUT_MS: millisecondsConfig(10_000),
  DOOR_REQUEST_TIMEOUT_MS: millisecondsConfig(60_000),
  DOOR_KEEP_ALIVE_TIMEOUT_MS: millisecondsConfig(20_000),
  /** A client that reads less than a kilobyte a second for this long is disconnected. */
  DOOR_UNREAD_TIMEOUT_MS: millisecondsConfig(5000),
  /** Time to complete accepted requests before the end. */
  DOOR_DRAIN_TIMEOUT_MS: millisecondsConfig(3000),
  /**
   * Requests without a token from one address, and those of one signed-in caller that need no token: burst, and per
   * second.
   */
  DOOR_OPEN_BURST: countConfig(500),
  DOOR_OPEN_PER_SECOND: countConfig(100),
  /**
   * Requests from one address, or of one signed-in caller, for files of the browser UI, which a page loads by the dozen:
   * burst, and per second.
   */
  DOOR_FILES_BURST: countConfig(4000),
  DOOR_FILES_PER_SECOND: countConfig(400),
  /** Connections of one address after one of them was cut off for load: burst, and per second; more may only stop. */
  DOOR_REOPEN_BURST: countConfig(20),
  DOOR_REOPEN_PER_SECOND: countConfig(5),
  /** Requests of one token. */
  DOOR_TOKEN_BURST: countConfig(4000),
  DOOR_TOKEN_PER_SECOND: countConfig(2000),
  /** Rejected tokens of one address, or of one signed-in caller. */
  DOOR_REFUSED_TOKEN_BURST: countConfig(50),
  DOOR_REFUSED_TOKEN_PER_SECOND: countConfig(5),
} as const;

/** Limits as numbers, named like their variables. */
export type DoorLimits = { readonly [Name in keyof typeof doorConfig]: z.infer<(typeof doorConfig)[Name]> };

/** Returns the limits of an empty environment, with some changed. */
export function doorLimits(changes: Partial<DoorLimits> = {}): DoorLimits {
  return { ...z.object(doorConfig).parse({}), ...changes };
}

/** Returns the limits in a process's whole configuration. */
export function limitsOf(config: DoorLimits): DoorLimits {
  return z.object(doorConfig).parse(config);
}
