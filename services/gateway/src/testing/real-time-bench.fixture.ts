import { createInProcessBus, silentLogger } from '@cellwright/service-kit';
import { startEntityOwner } from './entity-owner.fixture.ts';
import { type FeathersClient, openFeathersClient } from './feathers-client.fixture.ts';
import { goodToken, startGatewayBench } from './gateway-bench.fixture.ts';

export type RealTimeBench = Awaited<ReturnType<typeof startRealTimeBench>>;
type ClientOptions = Parameters<typeof openFeathersClient>[1];

/** Starts a gateway with documents in a database, and Feathers clients of it. */
export async function startRealTimeBench() {
  const bus = createInProcessBus({ log: silentLogger });
  const owner = await startEntityOwner('library', bus);
  const { url, identity, stop } = await startGatewayBench({ bus, libraryEntities: owner.service });
  const clients: FeathersClient[] = [];
  const open = (options: ClientOptions = {}): FeathersClient => {
    const client = openFeathersClient(url, options);
    clients.push(client);
    return client;
  };
  return {
    url,
    bus,
    identity,
    owner,
    open,
    /** Rejects if the client is not admitted. */
    async signIn(token = goodToken, options: ClientOptions = {}): Promise<FeathersClient> {
      const client = open({ auth: { token }, ...options });
      await new Promise<void>((resolve, reject) => {
        client.socket.on('connect', resolve);
        client.socket.on('connect_error', reject);
      });
      return client;
    },
    closeClients() {
      for (const client of clients.splice(0)) client.close();
    },
    async stop() {
      await stop();
      await owner.stop();
    },
  };
}
