import { defaultArm } from '@cellwright/arm';
import { emptyScene, type PlannerOperation, plannerOperations } from '@cellwright/domain';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { deepJson, nastyJson, nastyNumber, nastyText, unitQuaternion } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-desk.ts';
import { PlanningDesk } from '../domain/planning-desk.ts';
import { SceneDesk } from '../domain/scene/scene-desk.ts';
import { runTask } from '../domain/task.ts';
import { PlannerSession } from './planner-socket.ts';

/** Cases of an operation; planning itself, which takes milliseconds, is done for the first of the valid ones. */
const cases = 10_000;
const plansDone = 25;

const number = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: nastyNumber },
);
const anything = fc.oneof(nastyJson, fc.constant(deepJson(900)), nastyText, nastyNumber, fc.constant(null));
const usually = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: anything });
const joints = usually(
  fc.oneof(
    { weight: 8, arbitrary: fc.array(number, { minLength: 6, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(number, { maxLength: 9 }) },
  ),
);
const quaternion = fc.oneof(
  { weight: 6, arbitrary: unitQuaternion },
  {
    weight: 1,
    arbitrary: unitQuaternion.map(({ i, j, k, w }) => ({ i: i * 1.004, j: j * 1.004, k: k * 1.004, w: w * 1.004 })),
  },
  { weight: 1, arbitrary: fc.record({ i: number, j: number, k: number, w: number }) },
);
const pose = usually(
  fc.tuple(fc.record({ x: number, y: number, z: number }), quaternion).map(([place, turn]) => ({ ...place, ...turn })),
);
const vec3 = usually(fc.array(number, { minLength: 3, maxLength: 3 }));
const size = usually(fc.array(number.map(Math.abs), { minLength: 3, maxLength: 3 }));
const name = usually(fc.constantFrom('crate', 'post', 'a', 'b'));
const shape = usually(
  fc.oneof(
    fc.record({ kind: fc.constant('box'), size }),
    fc.record({
      kind: fc.constantFrom('sphere', 'cylinder', 'capsule'),
      radius: usually(number.map(Math.abs)),
      length: usually(number.map(Math.abs)),
    }),
    fc.record({ kind: fc.constant('convex'), vertices: usually(fc.array(number, { maxLength: 40 })) }),
    fc.record({ kind: fc.constant('mesh'), stl: usually(fc.base64String({ maxLength: 400 })) }),
  ),
);
const target = usually(
  fc.record(
    {
      jointAngles: joints,
      pose,
      motionKind: usually(fc.constantFrom('joint', 'line', 'rotation', 'line_inc')),
      blendRadius: usually(number),
      motionSpeed: usually(fc.integer({ min: 1, max: 100 })),
      gripper: usually(fc.record({ openness: number })),
    },
    { requiredKeys: [] },
  ),
);
const planning = {
  startJointAngles: joints,
  limits: usually(fc.record({ maxJointSpeeds: joints, maxTooltipSpeed: number }, { requiredKeys: [] })),
  seed: usually(fc.nat()),
};
const optional = { requiredKeys: [] as never[] };

const requests: Record<PlannerOperation, fc.Arbitrary<unknown>> = {
  plan_path: fc.record(
    { ...planning, targets: usually(fc.array(target, { maxLength: 3 })), mayAvoid: usually(fc.boolean()) },
    optional,
  ),
  plan_recovery_path: fc.record(planning, optional),
  plan_relative_cartesian_motion: fc.record(
    {
      ...planning,
      frame: usually(fc.constantFrom('robotArm', 'world', 'tool')),
      plane: pose,
      translation: vec3,
      rotation: vec3,
    },
    optional,
  ),
  plan_relative_joint_motion: fc.record({ ...planning, offsets: joints }, optional),
  forward_kinematics: fc.record({ jointAngles: joints }, optional),
  inverse_kinematics: fc.record(
    { pose, jointAngles: joints, solverType: usually(fc.constantFrom('speed', 'distance')) },
    optional,
  ),
  attach_end_effector: fc.record(
    { name, collisionBoxes: usually(fc.array(fc.record({ pose, size }), { maxLength: 3 })), weight: usually(number) },
    optional,
  ),
  clear_obstacles: fc.record({ id: anything }, optional),
  add_obstacle: fc.record({ obstacleName: name, obstacleOrigin: pose, shape }, optional),
  move_obstacle: fc.record({ obstacleName: name, obstacleOrigin: pose }, optional),
  remove_obstacle: fc.record({ obstacleName: name }, optional),
};

function operations(): PlannerOperation[] {
  return Object.keys(plannerOperations).filter((key): key is PlannerOperation => key in requests);
}

describe('whatever is sent', () => {
  it.each(operations())(
    '%s answers, and is never at a loss',
    async (operation) => {
      const arm = createArmContext(defaultArm, () => performance.now());
      let planned = 0;
      const desk = new PlanningDesk({
        backend: {
          name: 'builtIn',
          plan: async (task) =>
            planned++ < plansDone
              ? runTask(arm, task)
              : { ok: false, failure: { kind: 'budgetSpent', reason: 'enough planned', targetIndex: 0 } },
          solveForward: (question) => solveForward(arm, question),
          solveInverse: (question) => solveInverse(arm, question),
          findProblem: () => undefined,
          close: async () => undefined,
        },
        store: { load: async () => [], save: () => undefined, clear: async () => undefined },
      });
      const scenes = new SceneDesk();
      scenes.put(emptyScene('simulated'));
      let ended = 0;
      const lost: string[] = [];
      let waiting = () => {};
      const session = new PlannerSession(
        { desk, scenes, ownsScenes: true, clock: systemClock, log: silentLogger },
        operation,
        'simulated',
        {
          send(reply) {
            const { kind, code, message } = JSON.parse(JSON.stringify(reply));
            // Noted, not thrown: it would end in the session.
            if (code === 'internal_server_error' || (kind === 'error' && !/\S/.test(message))) lost.push(message);
            if (kind !== 'success' && kind !== 'error') return;
            ended++;
            waiting();
          },
          waitUntilTaken: async () => undefined,
        },
      );
      const request = fc.oneof({ weight: 30, arbitrary: requests[operation] }, { weight: 1, arbitrary: anything });
      await fc.assert(
        fc.asyncProperty(request, async (packet) => {
          const before = ended;
          session.receive(JSON.stringify(packet));
          while (ended === before) {
            await new Promise<void>((resolve) => {
              waiting = resolve;
            });
          }
          expect(ended).toBe(before + 1);
          expect(lost).toEqual([]);
        }),
        { numRuns: cases, seed: 36 },
      );
      expect(ended).toBe(cases);
    },
    120_000,
  );
});
