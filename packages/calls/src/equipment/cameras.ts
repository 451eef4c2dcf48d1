import {
  cameraIntrinsicsSchema,
  cameraSettingsChangeSchema,
  cameraSettingsSchema,
  visionAnswerSchema,
  visionMethodSchema,
} from '@cellwright/domain/equipment';
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
