import type * as z from 'zod';
import { cameraLiveStateSchema } from '../../capabilities/camera.ts';
import { type CameraConfig, describeCamera } from './camera-fields.ts';
import { cameraSources } from './camera-sources.ts';

/** Parts of a contract that all cameras share. */
export function cameraParts<Schema extends z.ZodType<CameraConfig>>(config: Schema, isOnWrist: boolean) {
  return {
    config,
    catalogue: { group: 'sensor' },
    liveState: cameraLiveStateSchema,
    capabilities: { camera: (camera: z.infer<Schema>) => describeCamera(camera, isOnWrist) },
    secrets: ['token'],
    address: ({ host, port }: z.infer<Schema>) => ({ host, port }),
    sources: cameraSources,
  } as const;
}
