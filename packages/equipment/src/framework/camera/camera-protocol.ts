import {
  type CameraSettingsChange,
  cameraIntrinsicsSchema,
  cameraSettingsChangeSchema,
} from '@cellwright/domain/equipment';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { parseJson } from '../parse-json.ts';

/** Camera calls of the robot API, as a camera server answers them. */
export const cameraPaths = {
  frame: (cameraID: string) => `/api/v1/camera/${cameraID}/frame`,
  settings: '/api/v1/camera/settings',
  intrinsics: '/api/v1/camera/intrinsics/rgb',
} as const;

/** Size of a frame as JSON, bytes: a detailed picture of 1920×1080. */
export const maxFrameBytes = 4 * 1024 * 1024;

const frameSchema = z.object({
  imageData: z.string().min(4).max(maxFrameBytes),
  /** Changes with every frame. */
  timestamp: z.string().min(1).max(100),
  /** ms since the frame was taken; not sent by every server. */
  age: z.number().min(0).max(60_000).default(0),
  jointAngles: jointAnglesSchema.optional(),
});
export interface ReceivedFrame {
  readonly jpeg: Uint8Array;
  readonly timestamp: string;
  readonly age: number;
  readonly jointAngles?: z.infer<typeof jointAnglesSchema> | undefined;
}

/** Undefined for what is no whole JPEG picture. */
export function readFrame(body: string): ReceivedFrame | undefined {
  const parsed = frameSchema.safeParse(parseJson(body)).data;
  if (!parsed) return undefined;
  const { imageData, ...rest } = parsed;
  const jpeg = Buffer.from(imageData.slice(imageData.indexOf(',') + 1), 'base64');
  return isWholeJpeg(jpeg) ? { ...rest, jpeg } : undefined;
}

function isWholeJpeg(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return first === 0xff && second === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}

export function readIntrinsics(body: string) {
  return cameraIntrinsicsSchema.safeParse(parseJson(body)).data;
}

/** The settings that a request names; undefined if one is out of its range. */
export function readSettings(body: string): CameraSettingsChange | undefined {
  return cameraSettingsChangeSchema.safeParse(parseJson(body)).data;
}

const refusalSchema = z.object({ message: z.string().min(1).max(200) });

/** Returns the reason that a camera server gives for having no picture, if any. */
export function readReason(body: string): string | undefined {
  return refusalSchema.safeParse(parseJson(body)).data?.message;
}
