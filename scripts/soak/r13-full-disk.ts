// R13: the disk under JetStream is full. Publishing facts fails with a typed error, frames still flow, and when there
// is space again all acknowledged messages are delivered. Needs root, to mount a small memory file system. Prints JSON
// and exits with 1 when it fails. Usage: tsx scripts/soak/r13-full-disk.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductError } from '@cellwright/domain/basics';
import { silentLogger } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { startNats } from '@cellwright/testkit';

const disk = mkdtempSync(join(tmpdir(), 'cellwright-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
const server = await startNats({ storeDirectory: disk });
const bus = await openNatsBus({ url: server.url, name: 'soak', log: silentLogger });
const received = new Set<string>();
const consumer = await bus.subscribe('event.>', () => undefined, { durable: 'soak' });
await consumer.close();

const publish = (number: number) => bus.publish('event.soak', 'x'.repeat(10_000), { messageId: `soak-${number}` });
let acknowledged = 0;
let failure: unknown;
while (failure === undefined && acknowledged < 1000) {
  await publish(acknowledged).then(
    () => {
      acknowledged += 1;
    },
    (error: unknown) => {
      failure = error;
    },
  );
}

let frames = 0;
await bus.subscribe('frames.live', () => {
  frames += 1;
});
for (let frame = 0; frame < 30; frame += 1) {
  await bus.publish('frames.live', frame);
  await sleep(33);
}

execFileSync('mount', ['-o', 'remount,size=64m', disk]);
const roomAt = performance.now();
await server.kill();
await server.restart();
const isBack = () =>
  publish(acknowledged).then(
    () => true,
    () => false,
  );
while (!(await isBack()) && performance.now() - roomAt < 60_000) await sleep(100);
const recoveredMs = performance.now() - roomAt;
await bus.subscribe('event.>', ({ messageId }) => void received.add(messageId), { durable: 'soak' });
const end = performance.now() + 30_000;
while (received.size < acknowledged + 1 && performance.now() < end) await sleep(20);
await bus.close();
await server.stop();
execFileSync('umount', [disk]);
rmSync(disk, { recursive: true });

const lost = Array.from({ length: acknowledged }, (_, number) => `soak-${number}`).filter(
  (id) => !received.has(id),
).length;
const typed = failure instanceof ProductError && failure.code === 'unavailable';
const holds = typed && lost === 0 && frames >= 25 && recoveredMs < 60_000;
console.log(JSON.stringify({ row: 'R13', holds, acknowledged, lost, typed, framesOf30: frames, recoveredMs }));
process.exit(holds ? 0 : 1);
