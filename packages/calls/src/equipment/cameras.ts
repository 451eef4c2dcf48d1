import { cameraIntrinsicsSchema, cameraSettingsChangeSchema, cameraSettingsSchema } from '@cellwright/domain';
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
  summary: 'Change settings of a camera until it is switched off or its configuration changes',
  description: 'Settings that are left out stay as they are. Returns all settings.',
  http: { method: 'PATCH', path: '/cameras/:id/settings' },
  input: z.object({ ...camera, ...cameraSettingsChangeSchema.shape }),
  output: cameraSettingsSchema,
  effect: 'eachTime',
  audit: { action: 'cameras.settings', target: 'cameras/:id' },
});
