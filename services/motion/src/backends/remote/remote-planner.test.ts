import type { AddressInfo } from 'node:net';
import { defaultArm } from '@cellwright/arm';
import { messages } from '@cellwright/domain/messages';
import { emptyScene, type PlanningScene } from '@cellwright/domain/space';
import { composePoses, distancePoses, identityPose, quaternionFromRpy } from '@cellwright/geometry';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { restPoseFromTcp, tcpPoseOf } from '../../domain/arm-context.ts';
import {
  arm,
  jointTarget,
  lineTarget,
  makeRequest,
  ready,
  segmentsOf,
  shiftedPose,
} from '../../domain/move/move.fixture.ts';
import type { AskedTask } from '../../domain/planner-backend.ts';
import { startMotionBench } from '../../testing/motion-bench.fixture.ts';
import { createBackend } from '../create-backend.ts';

let peer: Awaited<ReturnType<typeof startMotionBench>>;
let remote: ReturnType<typeof createBackend>;
let endpoint = '';
const signal = new AbortController().signal;
const options = { arm: defaultArm, threadCount: 1, clock: systemClock, log: silentLogger };

beforeAll(async () => {
  peer = await startMotionBench({ ownsScenes: true });
  endpoint = `ws://${peer.socketAddress}`;
  remote = createBackend({ kind: 'remote', endpoint }, options);
});
afterAll(async () => {
  await remote.close();
  await peer.stop();
});

const taskOf = (request: ReturnType<typeof makeRequest>, scene?: PlanningScene): AskedTask => ({
  kind: 'move',
  request,
  scene,
});

describe('a remote planner', () => {
  it('makes the same plans as the built-in planner', async () => {
    const request = makeRequest([
      jointTarget([0.3, -0.3, 1.6, 0.4, 1.2, 0]),
      lineTarget(shiftedPose(ready, [0, 0, 0.1])),
    ]);
    const plan = segmentsOf(await remote.plan(taskOf(request), signal));
    const home = createBackend({ kind: 'builtIn' }, options);
    const own = segmentsOf(await home.plan(taskOf(request), signal));
    await home.close();
    expect(plan.map(({ firstTarget, lastTarget }) => [firstTarget, lastTarget])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    for (const [index, { trajectory }] of plan.entries()) {
      const theirs = trajectory.points.at(-1);
      const ours = own[index]?.trajectory.points.at(-1);
      expect(theirs?.timeFromStart).toBeCloseTo(ours?.timeFromStart ?? -1, 6);
      for (const [joint, angle] of theirs?.positions.entries() ?? [])
        expect(angle).toBeCloseTo(ours?.positions[joint] ?? -1, 6);
    }
  });

  it('answers forward and inverse kinematics for a tool', async () => {
    const tcp = { ...identityPose, z: 0.2 };
    const { pose } = await remote.solveForward({ joints: ready, tcp, scene: undefined });
    const [answer] = await remote.solveInverse({ pose, tcp, seed: ready, solver: 'distance', scene: undefined });
    for (const [joint, angle] of answer?.joints.entries() ?? []) expect(angle).toBeCloseTo(ready[joint] ?? 0, 6);
    expect(
      await remote.solveInverse({ pose: { ...pose, z: 9 }, tcp, seed: ready, solver: 'speed', scene: undefined }),
    ).toEqual([]);
  });

  it('receives the scene, and refuses contacts with it', async () => {
    const goal = [0.8, -0.3, 1.6, 0.4, 1.2, 0];
    const { x, y, z } = shiftedPose([0.4, -0.3, 1.6, 0.4, 1.2, 0], [0, 0, 0]);
    const crate = {
      name: 'crate',
      pose: { ...identityPose, x, y, z },
      shape: { kind: 'box' as const, size: [0.06, 0.06, 0.06] as [number, number, number] },
    };
    const scene = { ...emptyScene('simulated'), revision: 1, obstacles: [crate] };
    const plan = await remote.plan(taskOf(makeRequest([jointTarget(goal)]), scene), signal);
    expect(plan).toMatchObject({
      ok: false,
      failure: { kind: 'pathInCollision', reason: expect.stringContaining("'crate'") },
    });
    const loose = { ...scene, revision: 2, obstacles: [{ ...crate, isLoose: true }] };
    expect(await remote.plan(taskOf(makeRequest([jointTarget(goal)]), loose), signal)).toMatchObject({ ok: true });
    const avoiding = makeRequest([jointTarget(goal)], { mayAvoid: true });
    expect(await remote.plan(taskOf(avoiding, scene), signal)).toMatchObject({
      ok: true,
      detours: [{ targetIndex: 0, reason: expect.stringContaining("'crate'"), isOtherPosture: false }],
    });
    const cleared = { ...emptyScene('simulated'), revision: 2 };
    expect((await remote.plan(taskOf(makeRequest([jointTarget(goal)]), cleared), signal)).ok).toBe(true);
  });

  it('receives no arcs, which its protocol does not have', async () => {
    const arc = lineTarget(shiftedPose(ready, [0.1, 0, 0]), {
      motionKind: 'arc',
      via: shiftedPose(ready, [0.05, 0, 0.05]),
    });
    await expect(remote.plan(taskOf(makeRequest([arc])), signal)).rejects.toMatchObject({
      message: messages.unsupportedTargetType,
    });
  });

  it('supports lines and rotations of a tool', async () => {
    const tool = { tcp: { ...identityPose, z: 0.2 }, boxes: [] };
    const tip = restPoseFromTcp(tcpPoseOf(arm, ready, tool.tcp));
    const turned = composePoses({ ...tip, z: tip.z - 0.1 }, { ...identityPose, ...quaternionFromRpy([0.2, 0, 0]) });
    const request = makeRequest([lineTarget(turned), lineTarget(tip)], { tool });
    const plan = segmentsOf(await remote.plan(taskOf(request), signal));
    const end = plan[0]?.trajectory.points.at(-1)?.positions ?? [];
    const reached = restPoseFromTcp(tcpPoseOf(arm, end, tool.tcp));
    expect(distancePoses(reached, turned).translation).toBeLessThan(1e-6);
  });
});

/**
 * Returns a quintic from rest to rest, by its formula: p = 10 s³ − 15 s⁴ + 6 s⁵. It shares no code with the product.
 */
function quintic(from: readonly number[], to: readonly number[], seconds: number, count: number) {
  return Array.from({ length: count + 1 }, (_, index) => {
    const s = index / count;
    const [p, v, a] = [
      10 * s ** 3 - 15 * s ** 4 + 6 * s ** 5,
      (30 * s ** 2 - 60 * s ** 3 + 30 * s ** 4) / seconds,
      (60 * s - 180 * s ** 2 + 120 * s ** 3) / seconds ** 2,
    ];
    return {
      kind: 'waypoint',
      timestamp: s * seconds,
      joints: from.map((angle, joint) => {
        const way = (to[joint] ?? 0) - angle;
        return { p: angle + way * p, v: way * v, a: way * a };
      }),
    };
  });
}

describe('a third-party planner', () => {
  const goal = [0.5, -0.3, 1.6, 0.4, 1.2, 0];

  it('can be used with its plan unchanged: waypoints in order, a gripper between, success without segments', async () => {
    const requests: unknown[] = [];
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket, { url }) =>
      socket.on('message', (data) => {
        // A planner without ids, one request at a time.
        requests.push([url, JSON.parse(String(data))]);
        const replies = [{ kind: 'planning' }, ...quintic(ready, goal, 2, 40), { kind: 'success' }];
        for (const reply of url === '/plan_path' ? replies : [{ kind: 'success' }]) socket.send(JSON.stringify(reply));
      }),
    );
    await new Promise((resolve) => server.once('listening', resolve));
    // Sound: a server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo;
    const backend = createBackend({ kind: 'remote', endpoint: `ws://127.0.0.1:${port}` }, options);
    try {
      const tool = {
        tcp: identityPose,
        boxes: [{ pose: { ...identityPose, z: 0.05 }, size: [0.05, 0.05, 0.1] as const }],
      };
      const [segment] = segmentsOf(await backend.plan(taskOf(makeRequest([jointTarget(goal)], { tool })), signal));
      expect(segment?.trajectory.points).toHaveLength(41);
      expect(segment?.trajectory.points[20]?.positions[0]).toBeCloseTo(0.25, 12);
      expect(requests).toMatchObject([
        ['/clear_obstacles', {}],
        ['/attach_end_effector', { name: 'tool', collisionBoxes: [{ size: [0.05, 0.05, 0.1] }] }],
        ['/plan_path', { startJointAngles: ready, targets: [{ jointAngles: goal, motionKind: 'joint' }] }],
      ]);
    } finally {
      await backend.close();
      for (const client of server.clients) client.terminate();
      server.close();
    }
  }, 60_000);
});

describe('a planner that violates the protocol', () => {
  /** Starts a planner that answers every request with these replies. */
  async function withPeer(
    replies: readonly unknown[],
    run: (plan: () => Promise<unknown>, others: { solveForward(): Promise<unknown> }) => Promise<void>,
  ): Promise<void> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket, request) =>
      socket.on('message', () => {
        const isAnswered = request.url === '/plan_path' || request.url === '/forward_kinematics';
        if (isAnswered) for (const reply of replies) socket.send(JSON.stringify(reply));
      }),
    );
    await new Promise((resolve) => server.once('listening', resolve));
    // Sound: a server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo;
    const backend = createBackend({ kind: 'remote', endpoint: `ws://127.0.0.1:${port}` }, options);
    try {
      await run(() => backend.plan(taskOf(makeRequest([jointTarget(ready)])), signal), {
        solveForward: async () => backend.solveForward({ joints: ready, tcp: identityPose, scene: undefined }),
      });
    } finally {
      await backend.close();
      for (const client of server.clients) client.terminate();
      server.close();
    }
  }
  const waypoint = (timestamp: number, p = ready) => ({
    kind: 'waypoint',
    timestamp,
    joints: p.map((angle) => ({ p: angle })),
  });

  it('fails a plan that ends without a waypoint', () =>
    withPeer([{ kind: 'planning' }, { kind: 'success' }], async (plan) => {
      expect(await plan()).toMatchObject({ ok: false, failure: { reason: 'Motion plan completed with no waypoints' } });
    }));

  it('fails forward kinematics with an answer of another kind', () =>
    withPeer([{ kind: 'success' }], async (_plan, { solveForward }) => {
      await expect(solveForward()).rejects.toMatchObject({
        message: 'Forward kinematics returned invalid response. See console for more information.',
      });
    }));

  it('fails with data without a kind', () =>
    withPeer([{ joints: [] }], async (plan) => {
      await expect(plan()).rejects.toMatchObject({ message: 'Received non-kinded data' });
    }));

  it('skips its invalid waypoints', () =>
    withPeer(
      [waypoint(0), { kind: 'waypoint', timestamp: -1, joints: [] }, waypoint(1), { kind: 'success' }],
      async (plan) => {
        expect(await plan()).toMatchObject({ ok: true, segments: [{ trajectory: { points: { length: 2 } } }] });
      },
    ));

  it('rejects plans from another start or into the floor', async () => {
    await withPeer([waypoint(0, [1, 0, 1, 0, 1, 0]), waypoint(1), { kind: 'success' }], async (plan) => {
      expect(await plan()).toMatchObject({
        ok: false,
        failure: { reason: expect.stringContaining('cannot be driven') },
      });
    });
    await withPeer([waypoint(0), waypoint(1, [0, 1.9, 1, 0, 1.2, 0]), { kind: 'success' }], async (plan) => {
      expect(await plan()).toMatchObject({ ok: false, failure: { kind: 'pathInCollision' } });
    });
  });

  it('counts as unhealthy when it is unreachable', async () => {
    const backend = createBackend({ kind: 'remote', endpoint: 'ws://127.0.0.1:9' }, options);
    await expect.poll(() => backend.findProblem()).toContain('Nothing answers at ws://127.0.0.1:9');
    await backend.close();
  });
});
