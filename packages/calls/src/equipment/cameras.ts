import {
  calibrationBoardSchema,
  calibrationLimits,
  calibrationResultSchema,
  calibrationViewSchema,
  cameraIntrinsicsSchema,
  cameraSettingsChangeSchema,
  cameraSettingsSchema,
  capturedViewSchema,
  failedCalibrationSchema,
  visionAnswerSchema,
  visionMethodSchema,
} from '@cellwright/domain/equipment';
import { poseSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

const common = { owner: 'equipment', section: 'Cameras', scope: 'robot', access: 'connectToRobot' } as const;
const camera = { id: idField, robotKind: robotKindField };

export const getCameraIntrinsics = defineCall({
  ...common,
  name: 'getCameraIntrinsics',
  summary: 'Get the intrinsics of a camera, in pixels',
  http: { method: 'GET', path: '/cameras/:id/intrinsics' },
  input: z.object(camera),
  output: cameraIntrinsicsSchema,
  effect: 'none',
});

export const applyCameraSettings = defineCall({
  ...common,
  name: 'applyCameraSettings',
  summary: 'Change settings of a camera until it is disabled or its configuration changes',
  description: 'Omitted settings do not change. Returns all settings.',
  http: { method: 'PATCH', path: '/cameras/:id/settings' },
  input: z.object({ ...camera, ...cameraSettingsChangeSchema.shape }),
  output: cameraSettingsSchema,
  effect: 'eachTime',
  audit: { action: 'cameras.settings', target: 'cameras/:id' },
});

export const runVisionMethod = defineCall({
  ...common,
  name: 'runVisionMethod',
  summary: 'Run a vision method on the current picture of a camera',
  description:
    'Nothing found is an answer with `ok` false and one of the error codes of vision methods. A camera without a current ' +
    'picture is refused with camera_disconnected.',
  http: { method: 'POST', path: '/cameras/:id/vision/:method' },
  input: z.object({ ...camera, method: visionMethodSchema, args: z.record(z.string(), z.unknown()).default({}) }),
  output: visionAnswerSchema,
  effect: 'none',
  deadlineMS: 15_000,
});

export const captureCalibrationView = defineCall({
  ...common,
  name: 'captureCalibrationView',
  summary: 'Take a picture of the calibration board with the pose of the arm',
  description:
    'Waits for a picture that was taken while the arm stood still. Refused with not_found if it shows no whole board.',
  http: { method: 'POST', path: '/cameras/:id/calibration/views' },
  input: z.object({ ...camera, board: calibrationBoardSchema }),
  output: capturedViewSchema,
  effect: 'none',
  deadlineMS: 15_000,
});

export const planCalibrationViews = defineCall({
  ...common,
  name: 'planCalibrationViews',
  summary: 'Plan poses of the arm from which a camera sees the calibration board',
  description:
    'From a first view: poses of the flange from all sides, tilted, turned, nearer and farther. They may be out of reach or ' +
    'in collision; the motion planner decides.',
  http: { method: 'POST', path: '/cameras/:id/calibration/plan' },
  input: z.object({
    ...camera,
    board: calibrationBoardSchema,
    view: calibrationViewSchema,
    count: z.number().int().min(1).max(calibrationLimits.maxViews).default(12),
  }),
  output: z.object({ flanges: z.array(poseSchema) }),
  effect: 'none',
  deadlineMS: 15_000,
});

export const checkCameraCalibration = defineCall({
  ...common,
  name: 'checkCameraCalibration',
  summary: 'Compare a further view of the calibration board with a calibration',
  description: 'The board must not have moved since the calibration, and the calibration must not use the view.',
  http: { method: 'POST', path: '/cameras/:id/calibration/check' },
  input: z.object({ ...camera, result: calibrationResultSchema, view: calibrationViewSchema }),
  output: z.object({
    rms: z.number().describe('Misses of the corners, pixels'),
    missMM: z.number().describe('The same as a distance at the board'),
  }),
  effect: 'none',
});

export const calibrateCamera = defineCall({
  ...common,
  name: 'calibrateCamera',
  summary: 'Calculate where a camera is, from views of the calibration board',
  description:
    'On the wrist the board stands still; the board of a fixed camera is on the flange. Stores nothing: save the result as ' +
    'the camera calibration of the device.',
  http: { method: 'POST', path: '/cameras/:id/calibration/result' },
  input: z.object({
    ...camera,
    board: calibrationBoardSchema,
    views: z.array(calibrationViewSchema).min(1).max(calibrationLimits.maxViews),
    calibratesLens: z.boolean().default(false),
  }),
  output: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), result: calibrationResultSchema }),
    failedCalibrationSchema,
  ]),
  effect: 'none',
  deadlineMS: 60_000,
});
