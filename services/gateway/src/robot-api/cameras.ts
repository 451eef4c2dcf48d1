import { ProductError } from '@cellwright/domain';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Api, refusalSchema, withoutNulls } from './room.ts';

const tags = ['Robot API: cameras'];
const settingsSchema = z
  .object({
    brightness: z.number().int(),
    contrast: z.number().int(),
    exposure: z.number().int(),
    sharpness: z.number().int(),
    hue: z.number().int(),
    whiteBalance: z.number().int(),
    autoWhiteBalance: z.boolean(),
  })
  .partial();
const frameSchema = z.object({ camera_settings: settingsSchema.optional() });
/** A request for a frame is short. */
const maxFrameRequestBytes = 64 * 1024;
const disconnected = () => new ProductError('camera_disconnected', 'No camera is connected');

/** `/camera` and `/cameras`: no camera is connected to this cell, and every operation says so. */
export function addCameras(api: Api): void {
  const statusSchema = z.object({ connected: z.boolean(), message: z.string() });
  api.get(
    '/camera/status',
    { schema: { tags, summary: 'Whether a camera is connected', response: { 200: statusSchema } } },
    async () => ({ connected: false, message: disconnected().message }),
  );
  api.get(
    '/cameras/connected',
    { schema: { tags, summary: 'All cameras', response: { 200: z.object({ cameras: z.array(z.object({})) }) } } },
    async () => ({ cameras: [] }),
  );
  api.get(
    '/camera/frame/rgb',
    {
      schema: {
        tags,
        summary: 'A picture',
        description: 'Its settings are in a body, as JSON: `{ "camera_settings": { … } }`.',
        response: { 503: refusalSchema },
      },
    },
    async (request) => {
      const { camera_settings: settings } = frameSchema.parse(await readBody(request));
      if (!settings) throw new ProductError('request_failed_validation', 'camera_settings: a picture needs them');
      throw disconnected();
    },
  );
  for (const path of ['/camera/stream/rgb', '/camera/stream', '/camera/intrinsics/rgb', '/camera/:cameraID/frame']) {
    api.get(path, { schema: { tags, summary: 'Needs a camera', response: { 503: refusalSchema } } }, async () => {
      throw disconnected();
    });
  }
  api.post(
    '/camera/settings',
    { schema: { tags, summary: 'Set the camera', body: settingsSchema, response: { 503: refusalSchema } } },
    async () => {
      throw disconnected();
    },
  );
}

/** The body of a GET, which the framework leaves alone. What cannot be read is none. */
async function readBody({ raw }: FastifyRequest): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of raw.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > maxFrameRequestBytes) throw new ProductError('too_large', 'A request for a picture has at most 64 KiB');
    pieces.push(piece);
  }
  try {
    return frameSchema.parse(withoutNulls(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
  } catch {
    return {};
  }
}
