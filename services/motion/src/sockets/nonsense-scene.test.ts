import type { PlannerOperation } from '@cellwright/domain/motion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod';
import { startMotionBench } from '../testing/motion-bench.fixture.ts';

const ready = [0, -0.3, 1.6, 0.4, 1.2, 0];
const origin = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const beside = { ...origin, x: 0.5, y: -0.5, z: 0.3 };
let motion: Awaited<ReturnType<typeof startMotionBench>>;
let address = '';

beforeAll(async () => {
  motion = await startMotionBench({ ownsScenes: true });
  address = motion.socketAddress;
});
afterAll(() => motion.stop());

const replySchema = z.looseObject({ kind: z.string(), code: z.string().optional(), message: z.string().optional() });

/** Returns the last reply to a request. */
function ask(operation: PlannerOperation, request: object): Promise<z.infer<typeof replySchema>> {
  const socket = new WebSocket(`ws://${address}/${operation}`);
  socket.on('open', () => socket.send(JSON.stringify(request)));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const reply = replySchema.parse(JSON.parse(String(data)));
      if (reply.kind !== 'success' && reply.kind !== 'error') return;
      socket.close();
      resolve(reply);
    });
  });
}

/** Returns a binary STL: nine coordinates for each triangle; `claimed` is the count in its header. */
function makeStl(triangles: readonly (readonly number[])[], claimed = triangles.length): string {
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.writeUInt32LE(claimed, 80);
  for (const [index, corners] of triangles.entries()) {
    for (const [place, value] of corners.entries()) bytes.writeFloatLE(value, 96 + 50 * index + 4 * place);
  }
  return bytes.toString('base64');
}

const mesh = (triangles: readonly (readonly number[])[], claimed?: number) => {
  return { kind: 'mesh', stl: makeStl(triangles, claimed) };
};
const flat = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0];
const speck = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const line = [0, 0, 0, 0.1, 0, 0, 0.05, 0, 0];

async function add(shape: object, obstacleOrigin: object = beside) {
  const reply = await ask('add_obstacle', { obstacleName: 'thing', obstacleOrigin, shape });
  const targets = [{ jointAngles: [0.2, ...ready.slice(1)] }];
  const plan = await ask('plan_path', { startJointAngles: ready, targets });
  await ask('clear_obstacles', {});
  return { reply, plan };
}

describe('an invalid obstacle', () => {
  it.each([
    ['a mesh that says it has ten million triangles', mesh([flat], 10_000_000), 'The mesh has 10000000 triangles'],
    ['a mesh with fewer triangles than it says', mesh([flat], 2), 'is cut off before its last triangle'],
    ['a mesh of no triangles', mesh([]), "the shape of obstacle 'thing' cannot be used; replace it"],
    ['a vertex that is no number', mesh([[Number.NaN, ...flat.slice(1)]]), 'cannot be used; replace it'],
    ['a vertex at infinity', mesh([[Number.POSITIVE_INFINITY, ...flat.slice(1)]]), 'cannot be used; replace it'],
    ['a vertex beyond the moon', mesh([[3e38, ...flat.slice(1)]]), 'cannot be used; replace it'],
    ['a box without a size', { kind: 'box', size: [0.1, 0, 0.1] }, 'The length must be above 0'],
    ['a box turned inside out', { kind: 'box', size: [0.1, -0.1, 0.1] }, 'The length must be above 0'],
    ['a box as large as 1e308', { kind: 'box', size: [1e308, 1, 1] }, 'The length can be at most 100 m'],
    ['a hull of one point', { kind: 'convex', vertices: [0, 0, 0] }, 'shape.vertices'],
    ['a hull with half a point', { kind: 'convex', vertices: Array(13).fill(0.1) }, 'cannot be used; replace it'],
  ] as const)('causes an error, and is not added: %s', async (_, shape, message) => {
    const { reply, plan } = await add(shape);
    expect(reply).toMatchObject({ kind: 'error', message: expect.stringContaining(message) });
    expect(plan.kind).toBe('success');
  });

  it.each([1e6, -1e9, 1e308])('causes an error at %d m, like a tool there', async (x) => {
    const { reply, plan } = await add({ kind: 'sphere', radius: 0.1 }, { ...origin, x });
    expect([reply.kind, plan.kind]).toEqual(['error', 'success']);
    expect(reply.message).toContain('1000 m');
    const collisionBoxes = [{ pose: { ...origin, x }, size: [0.1, 0.1, 0.1] }];
    const tool = await ask('attach_end_effector', { name: 'hand', weight: 1, collisionBoxes });
    expect(tool).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('A coordinate can be at most 1000 m'),
    });
  });
});

describe('an unusual obstacle', () => {
  it.each([
    ['a mesh that is a point', mesh([speck])],
    ['a mesh that is a line', mesh([line])],
    ['thirty thousand triangles in one place', mesh(Array(30_000).fill(flat))],
    ['thirty thousand triangles without an area', mesh(Array(30_000).fill(speck))],
    ['a hull that is a point', { kind: 'convex', vertices: Array(12).fill(0.1) }],
    [
      'a hull in a line',
      { kind: 'convex', vertices: Array.from({ length: 30 }, (_, index) => (index % 3 ? 0 : index / 300)) },
    ],
    ['a box as thin as numbers go', { kind: 'box', size: [0.1, 5e-324, 0.1] }],
  ] as const)(
    'allows plans past it: %s',
    async (_, shape) => {
      const { reply, plan } = await add(shape);
      expect([reply.kind, plan.kind]).toEqual(['success', 'success']);
    },
    30_000,
  );

  it.each([
    ['a point', mesh([speck])],
    ['a line', mesh([line])],
    ['a thin box', { kind: 'box', size: [0.001, 1e-9, 0.001] }],
  ] as const)('stays untouched: %s', async (_, shape) => {
    const target = [0.2, ...ready.slice(1)];
    const { pose } = z
      .object({ pose: z.record(z.string(), z.number()) })
      .parse(await ask('forward_kinematics', { jointAngles: target }));
    const { reply, plan } = await add(shape, { ...origin, x: pose.x, y: pose.y, z: pose.z });
    expect(reply.kind).toBe('success');
    expect(plan).toMatchObject({ kind: 'error', message: expect.stringContaining("would touch 'thing'") });
  });

  it('has no effect at a thousand metres distance', async () => {
    const { reply, plan } = await add({ kind: 'sphere', radius: 100 }, { ...origin, x: 1000 });
    expect([reply.kind, plan.kind]).toEqual(['success', 'success']);
  });
});
