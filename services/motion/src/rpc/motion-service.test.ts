import { emptyScene } from '@cellwright/domain/space';
import type { PlanMoveRequest, PlanMoveResponse } from '@cellwright/proto/motion';
import { createMemoryStore } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planMoveRequest, startMotionBench } from '../testing/motion-bench.fixture.ts';
import { WireRobotKind } from './wire.ts';

const left = [0.9, 0.9, 1.2, -0.5, -1.57, 0];
const right = [-0.9, 0.9, 1.2, -0.5, -1.57, 0];
const still = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const post = {
  name: 'post',
  shape: { kind: 'box', size: [0.5, 0.05, 1] },
  pose: { ...still, x: 1.08, y: 0.19, z: 0.1 },
};
const scene = { ...emptyScene('simulated'), revision: 1, obstacles: [post] };

const store = createMemoryStore();
let motion: Awaited<ReturnType<typeof startMotionBench>>;
let client: typeof motion.client;

beforeAll(async () => {
  motion = await startMotionBench({ store });
  client = motion.client;
  await client.putScene({ sceneJson: Buffer.from(JSON.stringify(scene)) });
});
afterAll(() => motion.stop());

async function plan(options: Partial<PlanMoveRequest>): Promise<PlanMoveResponse['event'][]> {
  const request = planMoveRequest(left, [right], { sceneRevision: 1, mayAvoid: true, ...options });
  const events: PlanMoveResponse['event'][] = [];
  for await (const { event } of client.planMove(request)) events.push(event);
  return events;
}

describe('planning a move over gRPC', () => {
  it('reports at the end of a plan which targets needed a detour, and why', async () => {
    const events = await plan({});
    expect(events.map((event) => event?.$case)).toEqual(['acknowledged', 'segment', 'done']);
    expect(events.at(-1)).toMatchObject({
      value: { detours: [{ targetIndex: 0, reason: "the forearm would touch 'post'", isOtherPosture: false }] },
    });
  });

  it('refuses an obstacle when detours are not allowed', async () => {
    expect((await plan({ mayAvoid: false })).at(-1)).toMatchObject({
      $case: 'failure',
      value: {
        reason: "the forearm would touch 'post'",
        targetIndex: 0,
        causes: [{ key: 'touchesObstacle', texts: { body: 'forearm', obstacle: 'post' } }],
      },
    });
  });

  it.each([
    [-11, 'payload_mass_kg: Payload mass cannot be less than -10'],
    [31, 'payload_mass_kg: Payload mass cannot be more than 30'],
    [Number.NaN, 'payload_mass_kg'],
  ])('refuses a payload of %f kg', async (payloadMassKg, message) => {
    await expect(plan({ payloadMassKg })).rejects.toThrow(message);
  });

  it('checks collisions in the scene of the requested robot', async () => {
    const inTheWay = [0.16, 0.9, 1.2, -0.5, -1.57, 0];
    const { ROBOT_KIND_SIMULATED, ROBOT_KIND_LIVE } = WireRobotKind;
    const forward = (robotKind: WireRobotKind) =>
      client.forwardKinematics({ joints: inTheWay, tcp: undefined, robotKind, tool: undefined });
    const { pose, collisions } = await forward(ROBOT_KIND_SIMULATED);
    expect(collisions).toEqual(["the forearm and 'post'"]);
    expect(await forward(ROBOT_KIND_LIVE)).toMatchObject({ pose, inCollision: false });
    const nearest = async (robotKind: WireRobotKind) => {
      const question = { pose, tcp: undefined, seed: inTheWay, solverType: 2, robotKind };
      return (await client.inverseKinematics(question)).solutions[0];
    };
    expect(await nearest(ROBOT_KIND_SIMULATED)).toMatchObject({ inCollision: true });
    expect(await nearest(ROBOT_KIND_LIVE)).toMatchObject({ inCollision: false });
  });

  it('also deletes the plans of the persistent store when the cache is cleared', async () => {
    await plan({});
    const before = await store.get('motion:plan-generation');
    await client.clearPlanCache({});
    expect(await store.get('motion:plan-generation')).not.toBe(before);
  });
});
