import * as z from 'zod';
import { cameraParts } from '../../framework/camera/camera-contract.ts';
import { cameraFields } from '../../framework/camera/camera-fields.ts';
import { defineContract } from '../../framework/contract.ts';

export const isOnWrist = true;

/** Beside the flange, looking along it. */
const configSchema = z.object({
  kind: z.literal('WristCamera'),
  ...cameraFields({ name: 'Wrist camera', host: '192.168.1.21', mount: { x: 0, y: -0.08, z: 0.02, rx: 0 } }),
});

export const wristCameraContract = defineContract({
  ...cameraParts(configSchema, isOnWrist),
  kind: 'WristCamera',
  label: 'Wrist camera',
  description: 'A camera on the wrist of the arm. It moves with the arm and looks along its flange.',
  examples: [{ title: 'Beside the flange', config: configSchema.parse({ kind: 'WristCamera' }) }],
});
