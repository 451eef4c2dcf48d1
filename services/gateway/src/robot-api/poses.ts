import { ProductError } from '@cellwright/domain/basics';
import type { JointAngles } from '@cellwright/domain/robot';
import {
  addVec3,
  distancePoses,
  invertQuaternion,
  isUnitQuaternion,
  makePose,
  multiplyQuaternions,
  normalizePose,
  type Pose,
  positionOf,
  quaternionFromEulerDegrees,
  subtractVec3,
} from '@cellwright/geometry';
import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, refusalSchema } from './room.ts';
import { cartesianPoseSchema, metersOf } from './units.ts';

const tags = ['Robot API: poses'];
const jointPoseSchema = z.object({
  j0: z.number(),
  j1: z.number(),
  j2: z.number(),
  j3: z.number(),
  j4: z.number(),
  j5: z.number(),
});
const eulerSchema = z
  .object({ x: z.number(), y: z.number(), z: z.number(), rx: z.number(), ry: z.number(), rz: z.number() })
  .partial()
  .describe('Millimetres, and degrees about the fixed x, then y, then z axis; missing values are 0');
const poseAnswer = { 200: z.object({ pose: cartesianPoseSchema }) };
const readAnswer = { ...poseAnswer, 503: refusalSchema };
const twoPoses = z.object({ pose1: cartesianPoseSchema, pose2: cartesianPoseSchema });

/** Registers `/poses`: the position of the arm, and calculations with poses. */
export function addPoses(api: Api, line: RobotLine): void {
  addReads(api, line);
  addConstructors(api, line);
  addArithmetic(api);
}

function addReads(api: Api, line: RobotLine): void {
  const jointsAnswer = { 200: z.object({ pose: jointPoseSchema }), 503: refusalSchema };
  api.get(
    '/poses/joints-position',
    { schema: { tags, summary: 'Joint angles, rad', response: jointsAnswer } },
    async (request) => {
      const [j0, j1, j2, j3, j4, j5] = (await line.position(callOf(request).robotKind)).jointAngles;
      return { pose: { j0, j1, j2, j3, j4, j5 } };
    },
  );
  api.get(
    '/poses/tooltip-position',
    { schema: { tags, summary: "Pose of the tool's centre point", response: readAnswer } },
    async (request) => ({ pose: (await line.position(callOf(request).robotKind)).pose }),
  );
  api.get(
    '/poses/flange-position',
    { schema: { tags, summary: 'Pose of the flange', response: readAnswer } },
    async (request) => ({ pose: (await line.position(callOf(request).robotKind)).wristPose }),
  );
}

function addConstructors(api: Api, line: RobotLine): void {
  api.post(
    '/poses/cartesian-pose',
    {
      schema: {
        tags,
        summary: 'The pose that Euler angles describe',
        body: z.object({ pose: eulerSchema }),
        response: poseAnswer,
      },
    },
    async ({ body }) => ({ pose: finite(poseOfEuler(body.pose)) }),
  );
  api.post(
    '/poses/joint-pose',
    {
      schema: {
        tags,
        summary: 'Pose of the tool for joint angles',
        body: z.object({ pose: jointPoseSchema }),
        response: poseAnswer,
      },
    },
    async (request) => {
      const { j0, j1, j2, j3, j4, j5 } = request.body.pose;
      const jointAngles: JointAngles = [j0, j1, j2, j3, j4, j5];
      return { pose: finite((await line.send(callOf(request), 'forwardKinematics', { jointAngles })).pose) };
    },
  );
  api.post(
    '/poses/cartesian-offset',
    {
      schema: {
        tags,
        summary: 'The pose of the tool with an offset: added in the base frame, rotated as in /poses/add',
        body: z.object({ pose: eulerSchema }),
        response: readAnswer,
      },
    },
    async (request) => {
      const { pose } = await line.position(callOf(request).robotKind);
      return { pose: finite(add(pose, poseOfEuler(request.body.pose))) };
    },
  );
}

function addArithmetic(api: Api): void {
  const operations = [
    { path: '/poses/add', summary: 'The sum of two poses: positions added, rotations applied in order', of: add },
    { path: '/poses/subtract', summary: 'The pose to add to the second pose to get the first', of: subtract },
  ];
  for (const { path, summary, of } of operations) {
    api.post(path, { schema: { tags, summary, body: twoPoses, response: poseAnswer } }, async ({ body }) => ({
      pose: finite(of(unit(body.pose1), unit(body.pose2))),
    }));
  }
  api.post(
    '/poses/pose-distance',
    {
      schema: {
        tags,
        summary: 'Distance of two poses, m; for poses at the same position, their angle, rad',
        body: twoPoses,
        response: { 200: z.object({ distance: z.number() }) },
      },
    },
    async ({ body }) => {
      const { translation, rotation } = distancePoses(unit(body.pose1), unit(body.pose2));
      if (!Number.isFinite(translation)) throw tooFar();
      return { distance: translation === 0 ? rotation : translation };
    },
  );
}

function poseOfEuler({ x = 0, y = 0, z: up = 0, rx = 0, ry = 0, rz = 0 }: z.infer<typeof eulerSchema>): Pose {
  const meters = (value: number) => metersOf(value, 'millimeters');
  return makePose([meters(x), meters(y), meters(up)], quaternionFromEulerDegrees([rx, ry, rz]));
}

function add(one: Pose, other: Pose): Pose {
  return makePose(addVec3(positionOf(one), positionOf(other)), multiplyQuaternions(one, other));
}

function subtract(one: Pose, other: Pose): Pose {
  const turn = multiplyQuaternions(one, invertQuaternion(other));
  return makePose(subtractVec3(positionOf(one), positionOf(other)), turn);
}

function unit(pose: Pose): Pose {
  if (isUnitQuaternion(pose)) return normalizePose(pose);
  throw new ProductError('request_failed_validation', 'Quaternion has a non-unit magnitude');
}

/** Rejects results that are too large to be returned. */
function finite(pose: Pose): Pose {
  if (Object.values(pose).every(Number.isFinite)) return pose;
  throw tooFar();
}

function tooFar(): ProductError {
  return new ProductError('request_failed_validation', 'These numbers are too large to compute with');
}
