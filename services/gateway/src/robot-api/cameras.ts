import { ProductError } from '@cellwright/domain/basics';
import {
  type CameraSettingsChange,
  cameraIntrinsicsSchema,
  cameraSettingsChangeSchema,
  type EquipmentRecord,
  equipmentRecordSchema,
} from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import {
  type CameraDescription,
  type CameraLiveState,
  cameraLiveStateSchema,
} from '@cellwright/equipment/capabilities';
import { addressOf, describeCapabilities, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { WatchedCamera } from '../cameras/cameras.ts';
import { mjpegMediaType } from '../cameras/mjpeg-stream.ts';
import { type FrameSources, sendStream } from '../cameras/send-frames.ts';
import { takeFrame } from '../cameras/take-frame.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { callAuthorOf } from '../rpc/call-author.ts';
import type { CellThings } from './cell-things.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema, refusalSchema, withoutNulls } from './room.ts';

const tags = ['Robot API: cameras'];
/** Ranges are checked later, with a separate code. */
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

const connectedSchema = z.object({
  cameras: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      label: z.string(),
      /** Spelled as existing programs spell it. */
      type: z.literal('UNKOWN'),
      model_name: z.string(),
      enabled: z.boolean(),
      ip_address: z.string(),
      config: z.object({ fps: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
});
const storedFrameSchema = z.object({
  imageData: z.string(),
  timestamp: z.string(),
  age: z.number(),
  jointAngles: z.array(z.number()).optional(),
  camera_id: z.string(),
  stream_name: z.string(),
});

export interface CameraParts {
  readonly line: RobotLine;
  readonly things: CellThings;
  /** Live state of a device. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
  readonly frames: FrameSources;
}

/** `/camera` and `/cameras`: the wrist camera of the cell, else its first camera, and all of them by their ids. */
export function addCameras(api: Api, parts: CameraParts): void {
  addCameraStates(api, parts);
  addPictures(api, parts);
  addStreams(api, parts);
  addSettings(api, parts);
}

function addCameraStates(api: Api, parts: CameraParts): void {
  const statusSchema = z.object({ connected: z.boolean(), message: z.string() });
  api.get(
    '/camera/status',
    { schema: { tags, summary: 'Whether a camera is connected', response: { 200: statusSchema } } },
    async (request) => {
      const [camera] = await listCameras(parts, request);
      if (!camera) return { connected: false, message: noCamera().message };
      const { connected, error } = await readState(parts, camera);
      return { connected, message: connected ? 'Camera is connected' : (error ?? 'Camera is not connected') };
    },
  );
  api.get(
    '/cameras/connected',
    { schema: { tags, summary: 'All connected cameras', response: { 200: connectedSchema } } },
    async (request) => {
      const cameras = await listCameras(parts, request);
      const states = await Promise.all(cameras.map((camera) => readState(parts, camera)));
      return { cameras: cameras.filter((_, index) => states[index]?.connected).map(describeCamera) };
    },
  );
  api.get(
    '/camera/intrinsics/rgb',
    {
      schema: {
        tags,
        summary: 'Intrinsics of the camera',
        response: { 200: cameraIntrinsicsSchema, 503: refusalSchema },
      },
    },
    async (request) => parts.frames.cameras.readIntrinsics((await requireCamera(parts, request)).watched),
  );
}

function addPictures(api: Api, parts: CameraParts): void {
  const { frames } = parts;
  api.get(
    '/camera/frame/rgb',
    {
      schema: {
        tags,
        summary: 'A picture, as a data URL',
        description: 'The settings are sent in a body, as JSON: `{ "camera_settings": { … } }`.',
        response: { 200: z.string(), 503: refusalSchema },
      },
    },
    async (request, reply) => {
      const { camera_settings: settings } = frameSchema.parse(await readBody(request));
      if (!settings) throw new ProductError('request_failed_validation', 'camera_settings: a picture needs them');
      const camera = await requireCamera(parts, request);
      const capturedAfter = await applyChanges(parts, camera, settings, request);
      const { jpeg } = await takeFrame(frames, camera.watched, { capturedAfter, signal: disconnectSignal(reply) });
      return reply.type('text/plain').send(`data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`);
    },
  );
  api.get(
    '/camera/:cameraID/frame',
    {
      schema: {
        tags,
        summary: 'A picture of one of the cameras',
        params: z.object({ cameraID: z.string().max(100) }),
        response: { 200: storedFrameSchema, 503: refusalSchema },
      },
    },
    async (request, reply) => {
      const { cameraID } = request.params;
      const { watched } = await requireCamera(parts, request, cameraID);
      const frame = await takeFrame(frames, watched, { signal: disconnectSignal(reply) });
      const { jpeg, timestamp, capturedAt, jointAngles } = frame;
      return {
        imageData: Buffer.from(jpeg).toString('base64'),
        timestamp,
        age: Math.max(0, frames.clock.now() - capturedAt),
        ...(jointAngles && { jointAngles: [...jointAngles] }),
        ...{ camera_id: cameraID, stream_name: 'rgb' },
      };
    },
  );
}

function addStreams(api: Api, parts: CameraParts): void {
  const stream = { description: 'JPEG pictures', content: { [mjpegMediaType]: { schema: z.string() } } };
  // Programs of 2024 use the second path.
  for (const path of ['/camera/stream/rgb', '/camera/stream']) {
    api.get(
      path,
      { schema: { tags, summary: 'An endless stream of pictures', response: { 200: stream, 503: refusalSchema } } },
      async (request, reply) => {
        const { watched } = await requireCamera(parts, request);
        return sendStream(parts.frames, watched, request, reply);
      },
    );
  }
}

function addSettings(api: Api, parts: CameraParts): void {
  api.post(
    '/camera/settings',
    {
      schema: {
        tags,
        summary: 'Set the camera',
        body: settingsSchema,
        response: { 200: doneSchema, 503: refusalSchema },
      },
    },
    async (request) => {
      const camera = await requireCamera(parts, request);
      await parts.frames.cameras.applySettings(camera.watched, readChange(request.body), callAuthorOf(request));
      return {};
    },
  );
}

interface CellCamera {
  readonly record: EquipmentRecord;
  readonly description: CameraDescription;
  readonly watched: WatchedCamera;
}

/** Enabled cameras, those on the wrist first. */
async function listCameras({ line, things }: CameraParts, request: FastifyRequest): Promise<readonly CellCamera[]> {
  const call = callOf(request);
  const { robotKind } = call;
  const { isTwin } = line.state(robotKind);
  const records = z.array(equipmentRecordSchema).parse(await things.all(call, 'equipment'));
  const cameras = records.flatMap((record): CellCamera[] => {
    const description = record.isEnabled ? describeCapabilities(record.config).camera : undefined;
    return description ? [{ record, description, watched: { id: record.id, robotKind, isTwin } }] : [];
  });
  return cameras.sort((a, b) => Number(b.description.isOnWrist) - Number(a.description.isOnWrist));
}

/** @throws ProductError camera_disconnected */
async function requireCamera(parts: CameraParts, request: FastifyRequest, id?: string): Promise<CellCamera> {
  const cameras = await listCameras(parts, request);
  const [camera] = cameras.filter(({ record }) => id === undefined || record.id === id || cameraIDOf(record) === id);
  if (camera) return camera;
  throw id === undefined ? noCamera() : new ProductError('camera_disconnected', `No camera '${id}' is connected`);
}

const cameraIDSchema = z.object({ cameraID: z.string() });

/** Id of the camera on its server, which programs use. */
function cameraIDOf({ config }: EquipmentRecord): string | undefined {
  return cameraIDSchema.safeParse(config).data?.cameraID;
}

function noCamera(): ProductError {
  return new ProductError('camera_disconnected', 'No camera is connected');
}

async function readState({ liveState }: CameraParts, { watched }: CellCamera): Promise<CameraLiveState> {
  return cameraLiveStateSchema.parse(await liveState(watched.id, watched.robotKind, watched.isTwin));
}

function describeCamera({ record, description }: CellCamera): z.infer<typeof connectedSchema>['cameras'][number] {
  const { frameRate: fps, width, height } = description;
  const { name, kind } = record.config;
  const parsed = parseEquipmentConfig(record.config);
  const address = parsed.isValid ? addressOf(parsed.config) : undefined;
  return {
    ...{ id: record.id, name, label: name, type: 'UNKOWN', model_name: kind, enabled: record.isEnabled },
    ip_address: address && 'host' in address ? address.host : '',
    config: { fps, width, height },
  };
}

/** @throws ProductError settings_validation_error */
function readChange(settings: z.infer<typeof settingsSchema>): CameraSettingsChange {
  const change = cameraSettingsChangeSchema.safeParse(settings);
  if (change.success) return change.data;
  const [issue] = change.error.issues;
  throw new ProductError(
    'settings_validation_error',
    `${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? ''}`,
  );
}

/** Applies settings that the camera does not have yet. Returns the time after which a picture has them. */
async function applyChanges(
  parts: CameraParts,
  camera: CellCamera,
  settings: z.infer<typeof settingsSchema>,
  request: FastifyRequest,
): Promise<number> {
  const change = readChange(settings);
  const known = new Map(Object.entries((await readState(parts, camera)).settings ?? {}));
  const { cameras, clock } = parts.frames;
  if (Object.entries(change).every(([name, value]) => known.get(name) === value)) return Number.NEGATIVE_INFINITY;
  await cameras.applySettings(camera.watched, change, callAuthorOf(request));
  return clock.now();
}

/** Body of a GET, which the framework does not read. An unreadable body counts as missing. */
async function readBody({ raw }: FastifyRequest): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of raw.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > maxFrameRequestBytes)
      throw new ProductError('too_large', 'A request for a picture can have at most 64 KiB');
    pieces.push(piece);
  }
  try {
    return frameSchema.parse(withoutNulls(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
  } catch {
    return {};
  }
}
