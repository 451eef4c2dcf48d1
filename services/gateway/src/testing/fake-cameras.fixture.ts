import type { Clock } from '@cellwright/domain/basics';
import { type CameraSettings, cameraSettingsSchema, changeCameraSettings } from '@cellwright/domain/equipment';
import type { Cameras, TimedFrame, TimedSample } from '../cameras/cameras.ts';

/** Cameras whose frames a test sends. All ids are the same camera. */
export interface FakeCameras extends Cameras {
  /** Sends a frame of these bytes to all followers; framed as a JPEG picture. */
  show(content?: string, ageMS?: number): TimedFrame;
  send(sample: TimedSample): void;
  followerCount(): number;
  settings(): CameraSettings;
}

export function createFakeCameras(clock: Clock): FakeCameras {
  const followers = new Set<(sample: TimedSample) => void>();
  let settings = cameraSettingsSchema.parse({});
  let sequence = 0;
  const send = (sample: TimedSample): void => {
    for (const follower of [...followers]) follower(sample);
  };
  return {
    follow(_camera, listener) {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
    readIntrinsics: async () => ({ width: 640, height: 480, fx: 500, fy: 500, ppx: 319.5, ppy: 239.5 }),
    async applySettings(_camera, change) {
      settings = changeCameraSettings(settings, change);
      return settings;
    },
    close: () => followers.clear(),
    show(content = 'picture', ageMS = 10) {
      sequence += 1;
      const capturedAt = clock.now() - ageMS;
      const jpeg = Buffer.from(`\xff\xd8${content}\xff\xd9`, 'latin1');
      const timestamp = new Date(clock.wallNow().getTime() - ageMS).toISOString();
      const frame: TimedFrame = { sequence, capturedAt, validForMS: 300, jpeg, timestamp };
      send({ ok: true, frame });
      return frame;
    },
    send,
    followerCount: () => followers.size,
    settings: () => settings,
  };
}
