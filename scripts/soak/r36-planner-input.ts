// R36 for the motion service: 10,000 generated cases for every operation of the planner socket and every method of its
// gRPC service, against the real service: its sockets, its planning threads. Each is answered within the time of a
// plan, none causes an internal error, and the service plans as before at the end. Prints JSON, exits with 1 otherwise.
// Usage: tsx scripts/soak/r36-planner-input.ts [cases] [seed]
import { once } from 'node:events';
import { type PlannerOperation, plannerOperations } from '@cellwright/domain/motion';
import { MotionServiceService } from '@cellwright/proto/motion';
import { createHealth, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { build } from '../../services/motion/src/app.ts';
import { findBadAnswer } from '../../services/motion/src/testing/find-bad-answer.fixture.ts';
import { anything, plannerRequests } from '../../services/motion/src/testing/planner-input.fixture.ts';
import { motionCalls } from '../../services/motion/src/testing/rpc-input.fixture.ts';

const cases = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
/** Time after which a request hangs: a plan of three targets may take 15 s. */
const limitMS = 20_000;

const metrics = createMetrics({ defaults: false });
const kit = { clock: systemClock, log: silentLogger, metrics, health: createHealth() };
const motion = await build({ ...kit, peers: anyPeers('motion'), port: 0, ownsScenes: true });
const { address, socketAddress } = await motion.start();

let slowestMS = 0;
async function within<T>(work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const controller = new AbortController();
  const late = systemClock.sleep(limitMS, controller.signal).then(() => {
    throw new Error(`no answer within ${limitMS} ms`);
  });
  late.catch(() => undefined);
  const answer = await Promise.race([work, late]);
  controller.abort();
  slowestMS = Math.max(slowestMS, performance.now() - startedAt);
  return answer;
}

/** Opens one connection of an operation, for one request at a time. */
async function openSocket(operation: PlannerOperation) {
  const socket = new WebSocket(`ws://${socketAddress}/${operation}`);
  await once(socket, 'open');
  return {
    ask: (packet: unknown) =>
      new Promise<string | undefined>((resolve, reject) => {
        const onClose = (code: number) => reject(new Error(`the socket was closed with ${code}`));
        const onMessage = (data: unknown) => {
          const { kind, code, message } = JSON.parse(String(data));
          if (kind !== 'success' && kind !== 'error') return;
          socket.off('message', onMessage).off('close', onClose);
          const isLost = code === 'internal_server_error' || (kind === 'error' && !/\S/.test(message));
          resolve(isLost ? `at a loss: ${message}` : undefined);
        };
        socket.on('message', onMessage).on('close', onClose);
        socket.send(JSON.stringify(packet) ?? '');
      }),
    close: () => socket.terminate(),
  };
}

interface Outcome {
  readonly cases: number;
  readonly holds: boolean;
  readonly problem?: string;
}

async function check<T>(requests: fc.Arbitrary<T>, findProblem: (request: T) => Promise<string | undefined>) {
  const property = fc.asyncProperty(requests, async (request) => {
    const problem = await within(findProblem(request));
    if (problem !== undefined) throw new Error(problem);
  });
  const result = await fc.check(property, { numRuns: cases, seed, endOnFailure: true });
  const outcome: Outcome = { cases: result.numRuns, holds: !result.failed };
  return result.failed ? { ...outcome, problem: fc.defaultReportMessage(result)?.slice(0, 2000) ?? '' } : outcome;
}

const operations: Record<string, Outcome> = {};
for (const operation of Object.keys(plannerOperations).filter(
  (name): name is PlannerOperation => name in plannerRequests,
)) {
  const { ask, close } = await openSocket(operation);
  const requests = fc.oneof({ weight: 30, arbitrary: plannerRequests[operation] }, { weight: 1, arbitrary: anything });
  operations[operation] = await check(requests, ask);
  process.stderr.write(`${operation} ${JSON.stringify(operations[operation])}\n`);
  close();
}
const client = createGrpcClient(MotionServiceService, address, { metrics });
const methods: Record<string, Outcome> = {};
for (const [method, calls] of Object.entries(motionCalls)) {
  methods[method] = await check(calls, (call) => findBadAnswer(() => call(client)));
  process.stderr.write(`${method} ${JSON.stringify(methods[method])}\n`);
}
const last = await openSocket('plan_relative_joint_motion');
const stillPlans =
  (await last.ask({ startJointAngles: [0, -0.3, 1.6, 0.4, 1.2, 0], offsets: [0.1, 0, 0, 0, 0, 0] })) ?? 'yes';
last.close();
client.channel.close();
await motion.stop();

const holds =
  stillPlans === 'yes' && [...Object.values(operations), ...Object.values(methods)].every((each) => each.holds);
process.stdout.write(
  `${JSON.stringify({ row: 'R36', holds, seed, slowestMS, limitMS, stillPlans, operations, methods }, null, 2)}\n`,
);
process.exit(holds ? 0 : 1);
