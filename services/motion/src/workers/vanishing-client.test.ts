import { MotionServiceService } from '@cellwright/proto/motion';
import { createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { createGrpcClient, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { ChaosProxy, lagFactor } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { CachedPlanner } from '../domain/cached-planner.ts';
import { jointTarget, makeRequest, ready } from '../domain/move/move.fixture.ts';
import { SceneStore } from '../domain/scene/scene-store.ts';
import { createMotionService } from '../rpc/motion-service.ts';
import { startPlannerServer } from '../sockets/planner-server.ts';
import { planMoveRequest } from '../testing/motion-bench.fixture.ts';
import { createPlanningPool } from './planning-pool.ts';

const wide = [1.5, -0.8, 1.2, 0.1, 1.4, 1];
/** Targets whose plan takes seconds, and mostly does not check its cancellation. */
const longWay = Array.from({ length: 200 }, (_, index) => (index % 2 ? ready : wide));
const startTimeoutMS = 120_000;
const metrics = createMetrics({ defaults: false });
const pool = createPlanningPool({ threadCount: 1, clock: systemClock });
const unused = () => {
  throw new Error('only plans are asked for here');
};
const cachedPlanner = new CachedPlanner({
  backend: {
    name: 'builtIn',
    plan: (task, signal) => pool.plan(task, signal),
    solveForward: unused,
    solveInverse: unused,
    inspectScene: () => ({ unusable: [], notes: [] }),
    findProblem: () => undefined,
    close: () => pool.close(),
  },
  store: { load: async () => [], save: () => undefined, clear: async () => undefined },
});
const deps = { cachedPlanner, scenes: new SceneStore(), ownsScenes: true, clock: systemClock, log: silentLogger };
let socketServer: Awaited<ReturnType<typeof startPlannerServer>>;
let grpcServer: Awaited<ReturnType<typeof startGrpcServer>>;

beforeAll(async () => {
  socketServer = await startPlannerServer(deps, { port: 0, callers: anyCaller });
  grpcServer = await startGrpcServer({
    callers: anyCaller,
    services: [createMotionService(deps)],
    port: 0,
    log: silentLogger,
  });
  // Threads start from source here, which takes time on a busy machine.
  await planSomethingSmall();
}, startTimeoutMS);
afterAll(async () => {
  await socketServer.close();
  await pool.close();
  await grpcServer.close(AbortSignal.timeout(1000));
});

async function planSomethingSmall(): Promise<void> {
  const task = { kind: 'move' as const, request: makeRequest([jointTarget(ready)]), scene: undefined };
  expect(await pool.plan(task, new AbortController().signal)).toMatchObject({ ok: true });
}

/** Checks that no plan is running any more, and that the next plan is made. */
async function expectFreed(): Promise<void> {
  await expect.poll(() => pool.load, { interval: 5, timeout: 2000 * lagFactor() }).toEqual({ working: 0, waiting: 0 });
  await planSomethingSmall();
}

const expectPoolWorking = () =>
  expect
    .poll(() => pool.load.working, { interval: 5, timeout: 2000 * lagFactor(), message: 'plans in the planning pool' })
    .toBe(1);

it(
  'a client of the socket that disconnects during its plan frees the thread',
  async () => {
    const client = new WebSocket(`ws://${socketServer.address}/plan_path`);
    await new Promise((resolve) => client.once('open', resolve));
    const targets = longWay.map((jointAngles) => ({ jointAngles, blendRadius: 0.1 }));
    // One plan is running, two wait.
    for (const id of ['a', 'b', 'c']) client.send(JSON.stringify({ id, startJointAngles: ready, targets }));
    await expect.poll(() => pool.load, { interval: 5 }).toEqual({ working: 1, waiting: 2 });
    client.terminate();
    await expectFreed();
  },
  startTimeoutMS,
);

it.each([
  ['cancels', (controller: AbortController) => controller.abort()],
  ['goes away with its connection', (_: AbortController, proxy: ChaosProxy) => proxy.resetAll()],
] as const)(
  'a caller over gRPC that %s during its plan frees the thread',
  async (_, vanish) => {
    const proxy = await ChaosProxy.start({ target: grpcServer.port });
    const client = createGrpcClient(MotionServiceService, `127.0.0.1:${proxy.port}`, { metrics });
    const controller = new AbortController();
    const request = planMoveRequest(ready, longWay, { blendRadius: 0.1 });
    const plan = (async () => {
      for await (const _event of client.planMove(request, { signal: controller.signal }));
    })();
    const ended = expect(plan).rejects.toThrow();
    await expectPoolWorking();
    vanish(controller, proxy);
    await expectFreed();
    controller.abort();
    await ended;
    client.channel.close();
  },
  30_000,
);
