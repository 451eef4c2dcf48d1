import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHubKeys, createKey, describeFleetServer } from '@cellwright/fleet';
import { silentLogger } from '@cellwright/service-kit';
import { startNats } from '@cellwright/testkit';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterEach, expect, it } from 'vitest';
import { openHubConnection } from './open-connection.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startServer() {
  const { keys } = await createHubKeys();
  const accounts = join('/tmp', `cellwright-accounts-${createKey('user').publicKey}`);
  const server = await startNats({ jetstream: false, config: describeFleetServer({ keys, folder: accounts }) });
  ends.push(async () => {
    await server.stop();
    await rm(accounts, { recursive: true, force: true });
  });
  const open = async (subscribe: (nats: NatsConnection) => void, onChange: (isConnected: boolean) => void) => {
    const accountSeed = keys.fleet.seed;
    const nats = await openHubConnection({
      ...{ url: server.url, accountSeed, name: 'hub', log: silentLogger, subscribe, onChange },
    });
    ends.push(() => nats.close());
    return nats;
  };
  return open;
}
const nothing = () => undefined;

it('reports a connection once its subscriptions get messages, also after a reconnection', async () => {
  const open = await startServer();
  const sender = await open(nothing, nothing);
  const replies: Promise<string>[] = [];
  const receiver = await open(
    (nats) => {
      nats.subscribe('question', { callback: (_, message) => void message.respond('answer') });
    },
    (isConnected) => {
      if (isConnected) replies.push(sender.request('question').then((reply) => reply.string()));
    },
  );
  expect(await replies[0]).toBe('answer');
  await receiver.reconnect();
  await expect.poll(() => replies.length).toBe(2);
  expect(await replies[1]).toBe('answer');
});
