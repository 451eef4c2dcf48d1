import { type NatsServer, startNats } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../logger.ts';
import { openNatsBus } from './index.ts';

const users = `
accounts { CELL {
  jetstream: enabled
  users: [{ user: library, password: secret, permissions: {
    publish: ["event.>", "$JS.API.>", "$JS.ACK.>", "deliver.>"]
    subscribe: ["_INBOX.library.>", "deliver.>", "event.>"]
  } }]
} }
`;

let server: NatsServer;
beforeAll(async () => {
  server = await startNats({ config: users });
});
afterAll(() => server.stop());

const open = (password: string, connectTimeoutMs = 30_000) =>
  openNatsBus({ url: server.url, user: 'library', password, name: 'users', log: silentLogger, connectTimeoutMs });

describe('a NATS server with users', () => {
  test('serves a user that may subscribe to its own replies only', async () => {
    const bus = await open('secret');
    const heard = new Promise((resolve) => {
      void bus
        .subscribe('event.test', (message) => resolve(message.json()), { durable: 'hearing' })
        .then(() => bus.publish('event.test', { number: 1 }));
    });
    expect(await heard).toEqual({ number: 1 });
    await bus.close();
  });

  test('refuses a wrong password', async () => {
    await expect(open('guess', 300)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
