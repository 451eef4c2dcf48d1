// R22: readers that take one byte per second of answers of 5 MB: closed within 10 s, the memory grows by at most 100
// MB, and other clients' p99 stays at or below 200 ms. Usage: tsx scripts/soak/r22-slow-readers.ts [readers]
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '@cellwright/testkit';
import type { GatewayDeps } from '../../services/gateway/src/app.ts';
import { openRawClient, requestText } from '../../services/gateway/src/door/raw-client.fixture.ts';
import { goodToken, startGatewayBench } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';
import { summarise } from './controller/rig.ts';
import { soakDoor } from './door/finish.ts';

const readers = Number(process.argv[2] ?? 50);
const limits = { closedWithinMS: 10_000, memoryMB: 100, p99MS: 200 };
const authorized = { authorization: `Bearer ${goodToken}` };

await soakDoor('R22', async () => {
  // A separate process: the row measures the gateway's memory.
  const services = endWithThisProcess(fork(new URL('../bench/door-load/services.ts', import.meta.url)));
  const addresses = await new Promise<GatewayDeps['addresses']>((resolve) => services.once('message', resolve));
  const bench = await startGatewayBench({ addresses });
  const state = `${bench.url}/api/v1/cell/robots/simulated/state`;
  await (await fetch(state, { headers: authorized })).arrayBuffer();
  const others = bench.connections();
  const before = process.memoryUsage().rss;
  const clients = await Promise.all(Array.from({ length: readers }, () => openRawClient(bench.url)));
  for (const client of clients) {
    client.pause();
    client.send(requestText('GET', '/api/v1/cell/routines/r1', authorized));
  }
  while (bench.connections() < others + readers) await sleep(1);
  const startedAt = performance.now();
  const times: number[] = [];
  let peak = before;
  // Readers that were refused for memory, or closed, are no longer open.
  while (bench.connections() > others + 1 && performance.now() - startedAt < 2 * limits.closedWithinMS) {
    const askedAt = performance.now();
    await (await fetch(state, { headers: authorized })).arrayBuffer();
    times.push(performance.now() - askedAt);
    peak = Math.max(peak, process.memoryUsage().rss);
    await sleep(20);
  }
  const closedAfterMS = performance.now() - startedAt;
  const memoryMB = (peak - before) / 2 ** 20;
  const othersMS = summarise(times);
  for (const client of clients) client.destroy();
  await bench.stop();
  services.kill();
  const holds =
    closedAfterMS <= limits.closedWithinMS && memoryMB <= limits.memoryMB && (othersMS.p99 ?? Infinity) <= limits.p99MS;
  return { holds, readers, closedAfterMS, memoryMB, othersMS, limits };
});
