import type { MotionServiceService, PlanMoveRequest } from '@cellwright/proto/motion';
import type { GrpcClient } from '@cellwright/service-kit/grpc';
import { nastyJson, nastyNumberWithNaN, nastyText, unitQuaternion } from '@cellwright/testkit/generators';
import fc from 'fast-check';
import { anything, plannerRequests } from './planner-input.fixture.ts';

/** A call of one method with its own request; resolves with the answer. */
type Call = (client: GrpcClient<typeof MotionServiceService>) => Promise<unknown>;

const number = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: nastyNumberWithNaN },
);
const rarely = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: bad });
const huge = fc.constant(Array.from({ length: 20_000 }, () => 1));
const six = rarely(
  fc.array(number, { minLength: 6, maxLength: 6 }),
  fc.oneof(fc.array(number, { maxLength: 9 }), huge),
);
const none = fc.constant<number[]>([]);
const pose = fc
  .tuple(
    fc.record({ x: number, y: number, z: number }),
    fc.oneof({ weight: 9, arbitrary: unitQuaternion }, fc.record({ i: number, j: number, k: number, w: number })),
  )
  .map(([place, turn]) => ({ ...place, ...turn }));
const maybePose = fc.option(pose, { nil: undefined });
const limits = fc.option(
  fc.record({
    maxJointSpeeds: rarely(none, six),
    maxJointAccelerations: rarely(none, six),
    maxJointJerks: rarely(none, six),
    maxTooltipSpeed: rarely(fc.constant(0), number),
    maxTooltipAcceleration: rarely(fc.constant(0), number),
  }),
  { nil: undefined },
);
/** Numbers of an enumeration, known and unknown. */
const kind = rarely(fc.integer({ min: 0, max: 5 }), fc.integer());
const target = fc.record({
  target: fc.option(
    fc.oneof(
      six.map((positions) => ({ $case: 'joints' as const, value: { positions } })),
      pose.map((value) => ({ $case: 'pose' as const, value })),
    ),
    { nil: undefined, freq: 12 },
  ),
  motionKind: kind,
  motionSpeed: rarely(fc.integer({ min: 1, max: 100 }), number),
  blendRadius: rarely(fc.constant(0.05), number),
  stopHere: fc.boolean(),
  limits,
  useFlange: fc.boolean(),
  tcp: maybePose,
  via: maybePose,
  keepToolAxis: rarely(
    fc.constant(undefined),
    fc.record({ x: number, y: number, z: number, tolerance: rarely(fc.constant(0.1), number) }),
  ),
  weave: rarely(
    fc.constant(undefined),
    fc.record({ pattern: nastyText, period: number, amplitude: number, leftDwell: number, rightDwell: number }),
  ),
});
const box = fc.record({ pose: maybePose, sizeX: number, sizeY: number, sizeZ: number });
const tool = fc.record({
  name: nastyText,
  tcp: maybePose,
  massKg: number,
  centreOfGravity: rarely(none, six),
  boxes: fc.array(box, { maxLength: 3 }),
});
const planMove: fc.Arbitrary<PlanMoveRequest> = fc.record({
  robotKind: kind,
  startJoints: six,
  targets: fc.array(target, { maxLength: 3 }),
  limits,
  tool: fc.option(tool, { nil: undefined }),
  payloadMassKg: rarely(fc.constant(0), number),
  sceneRevision: rarely(fc.constant(0), fc.integer({ min: 0, max: 3 })),
  seed: fc.nat(),
  mayAvoid: fc.boolean(),
  skipsCache: fc.boolean(),
});
const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
const scene = fc.record(
  {
    robotKind: fc.constantFrom('live', 'simulated', 'both'),
    revision: rarely(fc.nat(), number),
    obstacles: fc.array(
      plannerRequests.add_obstacle.map((request) => {
        const obstacle: Record<string, unknown> = { ...Object(request) };
        return { name: obstacle.obstacleName, pose: obstacle.obstacleOrigin, shape: obstacle.shape };
      }),
      { maxLength: 3 },
    ),
    endEffector: fc.option(plannerRequests.attach_end_effector),
  },
  { requiredKeys: [] },
);
const sceneBytes = fc.oneof(
  { weight: 9, arbitrary: scene.map(text) },
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  nastyJson.map(text),
  anything.map(text),
  fc.constant(Buffer.from('['.repeat(50_000) + ']'.repeat(50_000))),
  nastyText.map((value) => Buffer.from(value)),
);

async function drain(replies: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of replies) count++;
  if (count === 0) throw new Error('the stream ended without a reply');
  return count;
}

/** Calls of every method of the motion service, most of them with one or two errors. */
export const motionCalls: Readonly<Record<keyof typeof MotionServiceService, fc.Arbitrary<Call>>> = {
  planMove: planMove.map((request) => (client) => drain(client.planMove(request))),
  forwardKinematics: fc
    .record({ joints: six, tcp: maybePose, robotKind: kind, tool: fc.option(tool, { nil: undefined, freq: 2 }) })
    .map((request) => (client) => client.forwardKinematics(request)),
  inverseKinematics: fc
    .record({ pose: maybePose, tcp: maybePose, seed: rarely(six, none), solverType: kind, robotKind: kind })
    .map((request) => (client) => client.inverseKinematics(request)),
  putScene: sceneBytes.map((sceneJson) => (client) => client.putScene({ sceneJson })),
  getSceneRevision: kind.map((robotKind) => (client) => client.getSceneRevision({ robotKind })),
  clearPlanCache: fc.constant((client) => client.clearPlanCache({})),
};
