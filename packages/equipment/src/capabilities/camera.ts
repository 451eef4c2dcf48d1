import {
  type CameraIntrinsics,
  type CameraSettings,
  type CameraSettingsChange,
  cameraSettingsSchema,
  equipmentLiveStateSchema,
} from '@cellwright/domain/equipment';
import type { jointAnglesSchema } from '@cellwright/domain/robot';
import type { Pose } from '@cellwright/geometry';
import * as z from 'zod';
import type { Capability } from './capability.ts';

export const cameraConnectionSchema = z.enum(['disconnected', 'busy', 'connecting', 'connected']);

export const cameraLiveStateSchema = equipmentLiveStateSchema.extend({
  camera: cameraConnectionSchema.default('disconnected'),
  /** Frames a second, while the camera is followed. */
  frameRate: z.number().optional(),
  settings: cameraSettingsSchema.optional(),
});
export type CameraLiveState = z.infer<typeof cameraLiveStateSchema>;

export interface CameraFrame {
  /** Counts the frames of this camera from 1. */
  readonly sequence: number;
  /** Time on the cell's clock, ms. */
  readonly capturedAt: number;
  /** Age up to which it is current, ms: three periods of the camera. */
  readonly validForMS: number;
  readonly jpeg: Uint8Array;
  /** Joint angles of the arm when the frame was taken; absent if the camera does not send them. */
  readonly jointAngles?: z.infer<typeof jointAnglesSchema>;
}

/** A frame, or why there is none: a sentence for the operator, without its full stop. */
export type CameraSample =
  | { readonly ok: true; readonly frame: CameraFrame }
  | {
      readonly ok: false;
      readonly problem: string;
      /** True if the device was closed: no samples follow. */
      readonly isLast?: boolean;
    };

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
    change: CameraSettingsChange,
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

/** Trait of a cell with a camera on the wrist: the name of its TCP, which it has once it is calibrated. */
export const wristCameraTrait = 'wristCamera';

export const cameraCapability: Capability<CameraDevice, CameraDescription, SimulatedCamera> = { label: 'camera' };
