import type { ProductError } from '@cellwright/domain/basics';
import type { CameraIntrinsics, CameraSettings, CameraSettingsChange } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import type { CameraFrame } from '@cellwright/equipment/capabilities';
import type { CallAuthor } from '@cellwright/service-kit/calls';

/** A camera as one robot sees it: its device, or its simulator. */
export interface WatchedCamera {
  readonly id: string;
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
}

/** A frame whose capture time is on this process's clock. */
export interface TimedFrame extends CameraFrame {
  /** Wall time of the capture, ISO 8601: the same for every reader of the frame. */
  readonly timestamp: string;
}

export type TimedSample =
  | { readonly ok: true; readonly frame: TimedFrame }
  | {
      readonly ok: false;
      readonly error: ProductError;
      /** True if waiting does not help: there is no such camera, or it is switched off. */
      readonly isFinal: boolean;
    };

/** Cameras of the cell, regardless of the service that hosts them. */
export interface Cameras {
  /**
   * Calls the listener with every new frame, and with the reason when there is none, until the returned function is
   * called. A current frame is sent immediately. All followers of a camera share one stream.
   */
  follow(camera: WatchedCamera, listener: (sample: TimedSample) => void): () => void;
  readIntrinsics(camera: WatchedCamera): Promise<CameraIntrinsics>;
  /** Returns all settings. */
  applySettings(
    camera: WatchedCamera,
    change: CameraSettingsChange,
    author: Partial<CallAuthor>,
  ): Promise<CameraSettings>;
  close(): void;
}
