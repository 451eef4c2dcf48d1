import type { PlannerOperation } from '@cellwright/domain/motion';
import { deepJson, nastyJson, nastyNumber, nastyText, unitQuaternion } from '@cellwright/testkit/generators';
import fc from 'fast-check';

const number = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: nastyNumber },
);
export const anything = fc.oneof(nastyJson, fc.constant(deepJson(900)), nastyText, nastyNumber, fc.constant(null));
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
      keepToolAxis: usually(fc.record({ axis: vec3, tolerance: number }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  ),
);
const planning = {
  startJointAngles: joints,
  limits: usually(fc.record({ maxJointSpeeds: joints, maxTooltipSpeed: number }, { requiredKeys: [] })),
  seed: usually(fc.nat()),
};
const optional: { requiredKeys: [] } = { requiredKeys: [] };

/** Requests of every operation by its schema, most of them with one or two errors. */
export const plannerRequests: Record<PlannerOperation, fc.Arbitrary<unknown>> = {
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
