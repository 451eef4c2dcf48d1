import * as z from 'zod';
import { cameraLiveStateSchema } from '../../capabilities/camera.ts';
import { cameraFields, describeCamera } from '../../framework/camera/camera-fields.ts';
import { cameraSources } from '../../framework/camera/camera-sources.ts';
import { defineContract } from '../../framework/contract.ts';

export const isOnWrist = true;

/** Beside the flange, looking along it. */
const configSchema = z.object({
  kind: z.literal('WristCamera'),
  ...cameraFields({ name: 'Wrist camera', host: '192.168.1.21', mount: { x: 0, y: -0.08, z: 0.02, rx: 0 } }),
});

export const wristCameraContract = defineContract({
  kind: 'WristCamera',
  label: 'Wrist camera',
  description: 'A camera on the wrist of the arm. It moves with the arm and looks along its flange.',
  catalogue: { group: 'sensor' },
  config: configSchema,
  liveState: cameraLiveStateSchema,
  capabilities: { camera: (config) => describeCamera(config, isOnWrist) },
  secrets: ['token'],
  address: ({ host, port }) => ({ host, port }),
  examples: [{ title: 'Beside the flange', config: configSchema.parse({ kind: 'WristCamera' }) }],
  sources: cameraSources,
});
