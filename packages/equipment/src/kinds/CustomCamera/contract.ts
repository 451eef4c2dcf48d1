import * as z from 'zod';
import { cameraLiveStateSchema } from '../../capabilities/camera.ts';
import { cameraFields, describeCamera } from '../../framework/camera/camera-fields.ts';
import { cameraSources } from '../../framework/camera/camera-sources.ts';
import { defineContract } from '../../framework/contract.ts';

export const isOnWrist = false;

/** Above the cell, looking straight down. */
const configSchema = z.object({
  kind: z.literal('CustomCamera'),
  ...cameraFields({ name: 'Camera', host: '192.168.1.22', mount: { x: 0.5, y: 0, z: 1.5, rx: 180 } }),
});

export const customCameraContract = defineContract({
  kind: 'CustomCamera',
  label: 'Custom camera',
  description: 'A camera at a fixed place in the cell. Its place is that of its optical frame in the world.',
  catalogue: { group: 'sensor' },
  config: configSchema,
  liveState: cameraLiveStateSchema,
  capabilities: { camera: (config) => describeCamera(config, isOnWrist) },
  secrets: ['token'],
  address: ({ host, port }) => ({ host, port }),
  examples: [
    { title: 'Above the table', config: configSchema.parse({ kind: 'CustomCamera' }) },
    {
      title: 'At the conveyor, with more pixels',
      config: configSchema.parse({ kind: 'CustomCamera', name: 'Conveyor', columns: 1280, rows: 720, y: 0.6 }),
    },
  ],
  sources: cameraSources,
});
