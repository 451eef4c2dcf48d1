import { createKey, signHubUser } from '@cellwright/fleet';
import type { Logger } from '@cellwright/service-kit';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';

export interface HubConnectionOptions {
  readonly url: string;
  /** Account of the hub to connect to, with the seed of its key. */
  readonly accountSeed: string;
  readonly name: string;
  readonly log: Logger;
  /** Called once connected, for the subscriptions; a reconnection makes them again by itself. */
  readonly subscribe: (nats: NatsConnection) => void;
  /** Called with true each time the server has the subscriptions, and with false when the connection is lost. */
  readonly onChange: (isConnected: boolean) => void;
}

/** Connects the hub to one of its accounts. Waits for a server that is away, also the first time. */
export async function openHubConnection(options: HubConnectionOptions): Promise<NatsConnection> {
  const { url, accountSeed, name, log, subscribe, onChange } = options;
  const user = createKey('user');
  const jwt = await signHubUser(accountSeed, user.publicKey);
  const nats = await connect({
    servers: url,
    name,
    authenticator: jwtAuthenticator(jwt, Buffer.from(user.seed)),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    // The server may learn the account again after a refusal.
    ignoreAuthErrorAbort: true,
    pingInterval: 2000,
    maxPingOut: 2,
  });
  // Until the server has answered, it may lose a message to a subscription. A lost connection is made again.
  const confirm = () =>
    nats.flush().then(
      () => onChange(true),
      () => undefined,
    );
  const watch = async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') {
        log.warn('the NATS of the fleet is away', { name });
        onChange(false);
      } else if (type === 'reconnect') await confirm();
    }
  };
  subscribe(nats);
  void watch();
  await confirm();
  return nats;
}
