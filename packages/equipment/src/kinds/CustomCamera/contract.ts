import * as z from 'zod';
import { cameraParts } from '../../framework/camera/camera-contract.ts';
import { cameraFields } from '../../framework/camera/camera-fields.ts';
import { defineContract } from '../../framework/contract.ts';

export const isOnWrist = false;

/** Above the cell, looking straight down. */
const configSchema = z.object({
  kind: z.literal('CustomCamera'),
  ...cameraFields({ name: 'Camera', host: '192.168.1.22', mount: { x: 0.5, y: 0, z: 1.5, rx: 180 } }),
});

export const customCameraContract = defineContract({
  ...cameraParts(configSchema, isOnWrist),
  kind: 'CustomCamera',
  label: 'Custom camera',
  description: 'A camera at a fixed position in the cell. Its pose is that of its optical frame in the world.',
  examples: [
    { title: 'Above the table', config: configSchema.parse({ kind: 'CustomCamera' }) },
    {
      title: 'At the conveyor, with more pixels',
      config: configSchema.parse({ kind: 'CustomCamera', name: 'Conveyor', columns: 1280, rows: 720, y: 0.6 }),
    },
  ],
});
