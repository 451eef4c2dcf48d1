import { connect } from 'node:net';
import { openVolatileStore, silentLogger, type VolatileStore } from '@cellwright/service-kit';
import { type RedisServer, startRedis } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type PeopleBench, password, startPeopleBench, tokenOf } from './testing/people-bench.fixture.ts';

let redis: RedisServer;
let store: VolatileStore;
let bench: PeopleBench;
let ada: Headers;

beforeAll(async () => {
  redis = await startRedis();
  store = await openVolatileStore({ url: redis.url, log: silentLogger });
  bench = await startPeopleBench(store);
  const { body } = await bench.call('POST', '/setup/link', undefined, bench.admin);
  const first = { token: tokenOf(body.link), username: 'ada', name: 'Ada', password };
  ada = bench.as((await bench.call('POST', '/setup', first)).cookie);
  expect((await bench.call('POST', '/me/pin', { password, pin: '4711' }, ada)).status).toBe(200);
});
afterAll(async () => {
  await bench.stop();
  await store.close();
  await redis.stop();
});

const enterPIN = async () => (await bench.call('POST', '/control-panel-token', { pin: '4711' }, ada)).status;
const flush = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(Number(new URL(redis.url).port), '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => resolve(void socket.destroy())).once('error', reject);
  });

it('R20: when Redis is flushed, no durable data is lost', async () => {
  expect(await enterPIN()).toBe(200);
  await flush();
  expect((await bench.call('GET', '/me', undefined, ada)).body.user.username).toBe('ada');
  expect(await enterPIN()).toBe(200);
});

it('R20: without Redis, no PIN is accepted, but users stay signed in and can sign in; afterwards all functions work as before', async () => {
  await redis.kill();
  expect(await enterPIN()).toBe(503);
  expect((await bench.call('GET', '/me', undefined, ada)).status).toBe(200);
  expect((await bench.call('POST', '/login', { username: 'ada', password })).status).toBe(200);
  await redis.restart();
  await expect.poll(enterPIN).toBe(200);
});
