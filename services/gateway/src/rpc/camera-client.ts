import { applyCameraSettings, getCameraIntrinsics } from '@cellwright/calls';
import type { Clock } from '@cellwright/domain/basics';
import type { Cameras, WatchedCamera } from '../cameras/cameras.ts';
import { createCameraFeeds } from './camera-feeds.ts';
import type { Clients } from './clients.ts';

/** The service that hosts the cameras. */
export function createCameraClient({ equipment, calls }: Pick<Clients, 'equipment' | 'calls'>, clock: Clock): Cameras {
  const feeds = createCameraFeeds({ openStream: equipment.followCamera, clock });
  // Neither call depends on the stop epoch.
  const robotOf = ({ isTwin }: WatchedCamera) => ({ isTwin, stopEpoch: 0 });
  return {
    follow: feeds.follow,
    close: feeds.close,
    readIntrinsics: (camera) => {
      const { id, robotKind } = camera;
      return calls.equipment.ask(getCameraIntrinsics, { id, robotKind }, { robot: robotOf(camera) });
    },
    applySettings: (camera, change, author) => {
      const { id, robotKind } = camera;
      return calls.equipment.ask(applyCameraSettings, { id, robotKind, ...change }, { robot: robotOf(camera), author });
    },
  };
}
