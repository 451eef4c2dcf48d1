// R11: NATS is killed 50 times at 200 messages a second; no acknowledged event is lost and delivery resumes within 5 s.
// Prints JSON and exits with 1 when a figure is missed. Usage: tsx scripts/soak/r11-nats-kill.ts [kills]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventBus, silentLogger } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { startNats } from '@cellwright/testkit';

const kills = Number(process.argv[2] ?? 50);
const resumeLimitMs = 5000;

const lag = monitorEventLoopDelay({ resolution: 1 });
lag.enable();
const server = await startNats();
const publisher = await openNatsBus({ url: server.url, name: 'publisher', log: silentLogger });
const consumer = await openNatsBus({ url: server.url, name: 'consumer', log: silentLogger });

const received = new Map<number, number>();
let lastReceivedAt = 0;
let outOfOrder = 0;
await consumer.subscribe(
  'event.>',
  (message) => {
    const number = Number(message.text());
    lastReceivedAt = performance.now();
    if (!received.has(number) && number !== received.size) outOfOrder += 1;
    received.set(number, (received.get(number) ?? 0) + 1);
  },
  { durable: 'soak' },
);

let publishing = true;
let acknowledged = 0;
async function publishSteadily(bus: EventBus): Promise<void> {
  while (publishing) {
    const due = sleep(5);
    try {
      await bus.publish('event.soak', acknowledged, { messageId: `soak-${acknowledged}` });
      acknowledged += 1;
    } catch {
      // Sends an event again if it was not acknowledged, like the outbox relay.
    }
    await due;
  }
}
const published = publishSteadily(publisher);

const resumeMs: number[] = [];
for (let kill = 0; kill < kills; kill += 1) {
  await sleep(1000);
  await server.kill();
  await server.restart();
  const upAt = performance.now();
  while (lastReceivedAt < upAt && performance.now() - upAt < 60_000) await sleep(5);
  resumeMs.push(lastReceivedAt < upAt ? Number.POSITIVE_INFINITY : lastReceivedAt - upAt);
}
publishing = false;
await published;
const drainEnd = performance.now() + 60_000;
while (received.size < acknowledged && performance.now() < drainEnd) await sleep(20);
await Promise.all([publisher.close(), consumer.close()]);
await server.stop();

const lost = acknowledged - [...received.keys()].filter((number) => number < acknowledged).length;
const repeated = [...received.values()].filter((count) => count > 1).length;
const worstResumeMs = Math.max(...resumeMs);
const holds = lost === 0 && outOfOrder === 0 && worstResumeMs <= resumeLimitMs;
const sorted = [...resumeMs].sort((a, b) => a - b);
console.log(
  JSON.stringify({
    row: 'R11',
    holds,
    kills,
    acknowledged,
    lost,
    outOfOrder,
    repeated,
    resumeMs: { median: sorted[Math.floor(sorted.length / 2)], worst: worstResumeMs, limit: resumeLimitMs },
    bareTimerLagMs: { p99: lag.percentile(99) / 1e6, worst: lag.max / 1e6 },
  }),
);
process.exit(holds ? 0 : 1);
