/**
 * Measures the delay of timers in the motion service while it plans at full load, against a bare timer in a separate
 * process under the same load; and the time after which a cancelled plan has ended: until the answer, and until a small
 * plan queued behind it (one thread) is done, compared with the same plan alone. `tsx
 * scripts/bench/motion/event-loop.ts [--seconds N] [--rounds N] [--cancels N] [--pause MS]` prints JSON, milliseconds.
 * Rounds alternate between load and cancellations.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock as clock, createHealth, createMetrics, silentLogger as log } from '@cellwright/service-kit';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { endWithThisProcess } from '@cellwright/testkit';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { bundle, fileOf } from './bundle.ts';
import { type CancelCase, cancelCases, type Question, smallPlan } from './cancel-cases.ts';

const timerMS = 5;
const threads = Math.max(1, availableParallelism() - 1);
/** Bundled like shipped code, for separate processes. */
const bundleEntries = {
  'event-loop': fileOf('scripts/bench/motion/event-loop.ts'),
  'plan-worker': fileOf('services/motion/src/workers/plan-worker.ts'),
};
const seed = [0, -0.3, 1.6, 0.4, 1.2, 0];
const delaysSchema = z.array(z.number());

/** Records delays of a timer until they are requested. */
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
async function start(folder: string, role: string): Promise<{ child: ChildProcess; address: string }> {
  const child = endWithThisProcess(fork(`${folder}event-loop.js`, ['--role', role], { execArgv: [] }));
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

/** Returns the kind of the last reply to a request, by its id if it has one. */
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
/** Returns a plan that is in no cache: around an obstacle, blended. */
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

/** Connections by operation, opened on demand. */
class Clients {
  private readonly sockets = new Map<string, WebSocket>();
  private readonly address: string;
  private lastID = 0;

  constructor(address: string) {
    this.address = address;
  }

  /** Sends a request; resolves with the kind of its answer. */
  async send({ operation, request }: Question): Promise<{ id: string; socket: WebSocket; ended: Promise<string> }> {
    const socket = this.sockets.get(operation) ?? (await open(this.address, operation));
    this.sockets.set(operation, socket);
    const id = `c${++this.lastID}`;
    const ended = endOf(socket, id);
    socket.send(JSON.stringify({ ...request, id }));
    return { id, socket, ended };
  }

  async ask(question: Question): Promise<string> {
    return (await this.send(question)).ended;
  }

  close(): void {
    for (const socket of this.sockets.values()) socket.terminate();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface CancelPace {
  readonly count: number;
  /** Pause between a cancellation and the next plan. */
  readonly pauseMS: number;
}

interface Cancels {
  /** Time from the cancellation to its answer. */
  readonly answer: number[];
  /** Time from the cancellation to the end of a small plan behind it. */
  readonly next: number[];
  /** Time of that small plan alone. */
  readonly alone: number[];
}

let turn = 0;
async function cancelSome(
  { before, plan }: CancelCase,
  clients: Clients,
  { count, pauseMS }: CancelPace,
  into: Cancels,
): Promise<void> {
  for (let done = 0; done < count; ) {
    turn++;
    for (const question of before(turn)) await clients.ask(question);
    const { id, socket, ended } = await clients.send(plan(turn));
    await pause(20 + (turn % 7) * 10);
    const cancelledAt = performance.now();
    socket.send(JSON.stringify({ id, kind: 'cancel' }));
    const next = clients.ask(smallPlan(turn)).then(() => performance.now() - cancelledAt);
    const isCancelled = (await ended) === 'error';
    const answer = performance.now() - cancelledAt;
    const nextTook = await next;
    // A replaced thread is starting in the meantime.
    await pause(pauseMS);
    const aloneFrom = performance.now();
    await clients.ask(smallPlan(turn + 500));
    into.alone.push(performance.now() - aloneFrom);
    if (!isCancelled) continue;
    into.answer.push(answer);
    into.next.push(nextTook);
    done++;
  }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const median = (values: readonly number[]) =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

function describeTimes(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  return { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: sorted.at(-1) ?? 0 };
}

function describeCancels({ answer, next, alone }: Cancels) {
  return {
    answer: describeTimes(answer),
    smallPlanBehindIt: describeTimes(next),
    smallPlanAlone: describeTimes(alone),
  };
}

async function main(seconds: number, rounds: number, pace: CancelPace): Promise<void> {
  const folder = await bundle('event-loop', bundleEntries);
  const motion = await start(folder, 'motion');
  const bare = await start(folder, 'bare');
  const obstacle = await open(motion.address, 'add_obstacle');
  const obstacleOrigin = { x: 0.38, y: 0.46, z: 1.02, i: 0, j: 0, k: 0, w: 1 };
  await ask(obstacle, { obstacleName: 'crate', obstacleOrigin, shape: { kind: 'box', size: [0.08, 0.08, 0.2] } });
  const planning: { motionP99: number; bareP99: number; plans: number }[] = [];
  const cancels = new Map(cancelCases.map((each) => [each, { answer: [], next: [], alone: [] } satisfies Cancels]));
  const clients = new Clients(motion.address);
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
    for (const [each, into] of cancels) await cancelSome(each, clients, pace, into);
  }
  const result = {
    threads,
    rounds: planning,
    motionP99: median(planning.map(({ motionP99 }) => motionP99)),
    bareP99: median(planning.map(({ bareP99 }) => bareP99)),
    p99OverBareTimer: median(planning.map(({ motionP99, bareP99 }) => motionP99 - bareP99)),
    cancel: Object.fromEntries([...cancels].map(([{ name }, times]) => [name, describeCancels(times)])),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  clients.close();
  obstacle.terminate();
}

const { values } = parseArgs({
  options: {
    role: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    cancels: { type: 'string', default: '20' },
    pause: { type: 'string', default: '1000' },
  },
});
if (values.role === 'motion') {
  const { build } = await import('../../../services/motion/src/app.ts');
  const kit = { clock, log, metrics: createMetrics({ defaults: false }), health: createHealth() };
  const service = await build({
    ...kit,
    peers: anyPeers('motion'),
    port: 0,
    planningThreads: threads,
    ownsScenes: true,
  });
  process.send?.((await service.start()).socketAddress);
  watchTimer();
} else if (values.role === 'bare') {
  process.send?.('');
  watchTimer();
} else {
  const pace = { count: Number(values.cancels), pauseMS: Number(values.pause) };
  await main(Number(values.seconds), Number(values.rounds), pace);
  for (const child of children) child.kill();
}
