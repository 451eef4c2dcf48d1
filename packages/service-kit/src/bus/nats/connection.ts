import { ProductError } from '@cellwright/domain/basics';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { systemClock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';

/** A NATS connection that reconnects without limit. */
export interface Connection {
  readonly nats: NatsConnection;
  /** False while the server is unavailable. */
  readonly connected: boolean;
  /** Called after every reconnection. */
  onReconnect(callback: () => void): void;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly name: string;
  readonly log: Logger;
  /** Milliseconds to wait for the server at start. */
  readonly connectTimeoutMs: number;
}

/**
 * Connects.
 * @throws ProductError `unavailable` when no server responds in time.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { log } = options;
  const nats = await connectWithin(options);
  let connected = true;
  const callbacks: (() => void)[] = [];
  const watch = async () => {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') {
        connected = false;
        log.warn('the event bus is away', { server: status.server });
      } else if (status.type === 'reconnect') {
        connected = true;
        log.info('the event bus is back', { server: status.server });
        for (const callback of callbacks) callback();
      } else if (status.type === 'error') log.warn('the event bus reports an error', { error: status.error });
    }
    connected = false;
  };
  void watch();
  return {
    nats,
    get connected() {
      return connected;
    },
    onReconnect: (callback) => void callbacks.push(callback),
  };
}

/**
 * Pings the server and waits for a frozen one until it is given up.
 * @throws ProductError `unavailable` when it does not respond.
 */
export async function pingConnection({ connected, nats }: Connection): Promise<void> {
  if (!connected) throw new ProductError('unavailable', 'The event bus is unavailable');
  try {
    await nats.flush();
  } catch (cause) {
    throw new ProductError('unavailable', 'The event bus does not answer', undefined, { cause });
  }
}

/** Sends buffered data, in particular acknowledgements, and disconnects. */
export async function closeConnection({ connected, nats }: Connection): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 1000).unref());
  // Without a server there is nothing to wait for.
  if (connected) await Promise.race([nats.flush().catch(() => undefined), patience]);
  await nats.close();
}

async function connectWithin(options: ConnectionOptions): Promise<NatsConnection> {
  const { url, user, password: pass, name, connectTimeoutMs } = options;
  const end = systemClock.now() + connectTimeoutMs;
  // Replies to one user are hidden from others: the server lets each user subscribe only below its own name.
  const identity = user === undefined ? {} : { user, pass, inboxPrefix: `_INBOX.${user}` };
  for (;;) {
    try {
      return await connect({
        servers: url,
        name,
        ...identity,
        timeout: 2000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 100,
        reconnectJitter: 100,
        // The connection to an unresponsive server is closed after 4 to 6 s.
        pingInterval: 2000,
        maxPingOut: 2,
      });
    } catch (cause) {
      if (systemClock.now() >= end)
        throw new ProductError('unavailable', `No NATS server answers at ${url}`, undefined, { cause });
      await systemClock.sleep(200);
    }
  }
}
