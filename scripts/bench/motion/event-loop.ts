/**
 * How late timers of the motion service are while it plans flat out, over a bare timer in a process of its own under the
 * same load; and how soon a cancelled plan is gone. `tsx scripts/bench/motion/event-loop.ts [--seconds N] [--rounds N]`
 * prints JSON, milliseconds. Rounds alternate between load and the same load with cancellations.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock as clock, createHealth, createMetrics, silentLogger as log } from '@cellwright/service-kit';
import { WebSocket } from 'ws';
import { z } from 'zod';

const timerMS = 5;
const threads = Math.max(1, availableParallelism() - 1);
const here = fileURLToPath(import.meta.url);
const seed = [0, -0.3, 1.6, 0.4, 1.2, 0];
const delaysSchema = z.array(z.number());

/** Delays of a timer over its time until somebody asks for them. */
function watchTimer(): void {
  let delays: number[] = [];
  let due = performance.now() + timerMS;
  const tick = () => {
    delays.push(Math.max(0, performance.now() - due));
    due = performance.now() + timerMS;
    setTimeout(tick, timerMS);
  };
  setTimeout(tick, timerMS);
  process.on('message', () => {
    process.send?.(delays);
    delays = [];
  });
  process.on('disconnect', () => process.exit());
}

const children: ChildProcess[] = [];
async function start(role: string): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(here, ['--role', role]);
  children.push(child);
  const [address] = await once(child, 'message');
  return { child, address: String(address) };
}

async function takeDelays(child: ChildProcess): Promise<number[]> {
  child.send('take');
  const [delays] = await once(child, 'message');
  return delaysSchema.parse(delays).sort((a, b) => a - b);
}

async function open(address: string, operation: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${address}/${operation}`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

const replyOf = (data: unknown) =>
  z.looseObject({ kind: z.string(), id: z.string().optional() }).parse(JSON.parse(String(data)));

/** The kind of the last reply to a request, by its id where it has one. */
function endOf(socket: WebSocket, id?: string): Promise<string> {
  return new Promise((resolve) => {
    const listen = (data: unknown) => {
      const reply = replyOf(data);
      if (reply.id !== id || (reply.kind !== 'error' && reply.kind !== 'success')) return;
      socket.off('message', listen);
      resolve(reply.kind);
    };
    socket.on('message', listen);
  });
}

async function ask(
  socket: WebSocket,
  request: { readonly id?: string; readonly [field: string]: unknown },
): Promise<void> {
  const ended = endOf(socket, request.id);
  socket.send(JSON.stringify(request));
  await ended;
}

let lastPlan = 0;
/** A plan that is in no cache: round an obstacle, blended. */
function makePlan(): { id: string; [field: string]: unknown } {
  lastPlan++;
  const turn = (lastPlan % 500) / 5000;
  const targets = [0.9, -0.6, 0.8, -0.5].map((angle) => ({
    jointAngles: [angle + turn, ...seed.slice(1)],
    blendRadius: 0.05,
  }));
  return { id: String(lastPlan), startJointAngles: seed, targets, seed: lastPlan };
}

async function planUntil(address: string, isOver: () => boolean): Promise<number> {
  const socket = await open(address, 'plan_path');
  let plans = 0;
  while (!isOver()) {
    await ask(socket, makePlan());
    plans++;
  }
  socket.terminate();
  return plans;
}

/** Milliseconds from a cancellation to its answer, and from there to the first reply of the next plan of that thread. */
async function measureCancels(address: string, isOver: () => boolean): Promise<number[]> {
  const socket = await open(address, 'plan_path');
  const times: number[] = [];
  while (!isOver()) {
    const plan = makePlan();
    const { id } = plan;
    socket.send(JSON.stringify(plan));
    await new Promise((resolve) => setTimeout(resolve, 20 + (lastPlan % 7) * 10));
    const answered = endOf(socket, id);
    const cancelledAt = performance.now();
    socket.send(JSON.stringify({ id, kind: 'cancel' }));
    if ((await answered) === 'error') times.push(performance.now() - cancelledAt);
  }
  socket.terminate();
  return times;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const median = (values: readonly number[]) =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

async function main(seconds: number, rounds: number): Promise<void> {
  const motion = await start('motion');
  const bare = await start('bare');
  const obstacle = await open(motion.address, 'add_obstacle');
  const obstacleOrigin = { x: 0.38, y: 0.46, z: 1.02, i: 0, j: 0, k: 0, w: 1 };
  await ask(obstacle, { obstacleName: 'crate', obstacleOrigin, shape: { kind: 'box', size: [0.08, 0.08, 0.2] } });
  const planning: { motionP99: number; bareP99: number; plans: number }[] = [];
  const cancels: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const endsAt = performance.now() + seconds * 1000;
    const isOver = () => performance.now() > endsAt;
    await Promise.all([takeDelays(motion.child), takeDelays(bare.child)]);
    const counts = await Promise.all(Array.from({ length: threads + 1 }, () => planUntil(motion.address, isOver)));
    const [own, peer] = [await takeDelays(motion.child), await takeDelays(bare.child)];
    planning.push({
      motionP99: at(own, 0.99),
      bareP99: at(peer, 0.99),
      plans: counts.reduce((sum, count) => sum + count, 0),
    });
    const cancelEndsAt = performance.now() + seconds * 1000;
    cancels.push(...(await measureCancels(motion.address, () => performance.now() > cancelEndsAt)));
  }
  cancels.sort((a, b) => a - b);
  const result = {
    threads,
    rounds: planning,
    motionP99: median(planning.map(({ motionP99 }) => motionP99)),
    bareP99: median(planning.map(({ bareP99 }) => bareP99)),
    p99OverBareTimer: median(planning.map(({ motionP99, bareP99 }) => motionP99 - bareP99)),
    cancel: { count: cancels.length, p50: at(cancels, 0.5), p99: at(cancels, 0.99), max: cancels.at(-1) ?? 0 },
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  obstacle.terminate();
}

const { values } = parseArgs({
  options: {
    role: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
  },
});
if (values.role === 'motion') {
  const { build } = await import('../../../services/motion/src/app.ts');
  const kit = { clock, log, metrics: createMetrics({ defaults: false }), health: createHealth() };
  const service = await build({ ...kit, port: 0, planningThreads: threads, ownsScenes: true });
  process.send?.((await service.start()).socketAddress);
  watchTimer();
} else if (values.role === 'bare') {
  process.send?.('');
  watchTimer();
} else {
  await main(Number(values.seconds), Number(values.rounds));
  for (const child of children) child.kill();
}
