import { equipmentLiveStateSchema, type jointAnglesSchema } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import * as z from 'zod';
import type { Capability } from './capability.ts';

/** Settings of a camera, named as programs of the robot API name them. */
export const cameraSettingsSchema = z.object({
  brightness: z.number().int().min(-64).max(64).default(0),
  contrast: z.number().int().min(0).max(100).default(50),
  exposure: z.number().int().min(1).max(10_000).default(350),
  sharpness: z.number().int().min(0).max(100).default(50),
  hue: z.number().int().min(-180).max(180).default(0),
  whiteBalance: z.number().int().min(2800).max(6500).default(4600),
  autoWhiteBalance: z.boolean().default(true),
});
export type CameraSettings = z.infer<typeof cameraSettingsSchema>;

export const cameraConnectionSchema = z.enum(['disconnected', 'busy', 'connecting', 'connected']);

export const cameraLiveStateSchema = equipmentLiveStateSchema.extend({
  camera: cameraConnectionSchema.default('disconnected'),
  /** Frames a second, while the camera is followed. */
  frameRate: z.number().optional(),
  settings: cameraSettingsSchema.optional(),
});
export type CameraLiveState = z.infer<typeof cameraLiveStateSchema>;

/** Pixels, without distortion coefficients where they are not known. */
export const cameraIntrinsicsSchema = z.object({
  width: z.number(),
  height: z.number(),
  fx: z.number(),
  fy: z.number(),
  ppx: z.number(),
  ppy: z.number(),
});
export type CameraIntrinsics = z.infer<typeof cameraIntrinsicsSchema>;

export interface CameraFrame {
  /** Counts the frames of this camera from 1. */
  readonly sequence: number;
  /** Time on the cell's clock, ms. */
  readonly capturedAt: number;
  readonly jpeg: Uint8Array;
  /** Joint angles of the arm when the frame was taken; absent if the camera does not send them. */
  readonly jointAngles?: z.infer<typeof jointAnglesSchema>;
}

/** A frame, or why there is none: a sentence for the operator, without its full stop. */
export type CameraSample =
  | { readonly ok: true; readonly frame: CameraFrame }
  | { readonly ok: false; readonly problem: string };

export interface CameraDevice {
  /**
   * Calls the listener with every new frame from now on, and with the reason when there is none: at once when a frame is
   * older than three periods, and once when the device is closed. The camera takes frames only while it is followed.
   */
  follow(listener: (sample: CameraSample) => void): () => void;
  /** The newest frame if it is at most three periods old. */
  current(): CameraSample;
  /** Applies some settings. Returns all. */
  applySettings(
    settings: Partial<CameraSettings>,
  ): Promise<
    { readonly ok: true; readonly settings: CameraSettings } | { readonly ok: false; readonly problem: string }
  >;
  readIntrinsics(): Promise<
    { readonly ok: true; readonly intrinsics: CameraIntrinsics } | { readonly ok: false; readonly problem: string }
  >;
}

export interface CameraDescription {
  /** Frames a second. */
  readonly frameRate: number;
  readonly width: number;
  readonly height: number;
  /** Pose of the optical frame (z forward, x right, y down): in the flange frame on the wrist, else in the world. */
  readonly mount: Pose;
  readonly isOnWrist: boolean;
}

/** Handle of a simulated camera for tests. */
export interface SimulatedCamera {
  readonly settings: () => CameraSettings;
  /** Frames it has taken. */
  readonly frameCount: () => number;
}

export const cameraCapability: Capability<CameraDevice, CameraDescription, SimulatedCamera> = { label: 'camera' };
