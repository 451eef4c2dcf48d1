import type { Worker } from 'node:worker_threads';
import type { Clock } from '@cellwright/domain/basics';
import type { ArmView } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import type { Photo, PhotoShot } from '@cellwright/equipment/sims';
import { startModuleWorker } from '@cellwright/service-kit';
import { createIdleThread } from '../threads/idle-thread.ts';
import type { PictureRequest } from './studio-messages.ts';

/** The thread ends after this long without a picture, ms. */
const idleMS = 30_000;

/** The simulated arm and its surroundings. */
export interface CellView {
  readonly arm: ArmView;
  /** Absent if it is the known revision. */
  readonly scene: PlanningScene | undefined;
}

export interface PhotoStudioDeps {
  /** Rejects while the robot's position is unknown. */
  readonly getView: (knownRevision: number | undefined) => Promise<CellView>;
  readonly clock: Clock;
}

export type PhotoStudio = ReturnType<typeof createPhotoStudio>;

/** Takes the pictures of simulated cameras in a thread of its own, which is started by the first one. */
export function createPhotoStudio({ getView, clock }: PhotoStudioDeps) {
  const thread = createIdleThread<PictureRequest, Uint8Array>({ start: startPictureThread, clock, idleMS });
  let scene: PlanningScene | undefined;
  /** The scene that the thread has. */
  let sent: PlanningScene | undefined;

  const look = async () => {
    const view = await getView(scene?.revision);
    scene = view.scene ?? scene;
    if (!scene) throw new Error('The view has no scene');
    return { arm: view.arm, scene };
  };
  return {
    /** Rejects while the robot's position is unknown. */
    async take(shot: PhotoShot): Promise<Photo> {
      const seen = await look();
      const jpeg = await thread.ask((isNew) => {
        const changed = isNew || sent !== seen.scene ? seen.scene : undefined;
        sent = seen.scene;
        return { shot, arm: seen.arm, scene: changed };
      });
      return { jpeg, jointAngles: seen.arm.jointAngles };
    },
    isRunning: () => thread.isRunning(),
    close: () => thread.end(),
  };
}

function startPictureThread(): Worker {
  return startModuleWorker(import.meta.url, './camera-worker.ts', { resourceLimits: { maxOldGenerationSizeMb: 256 } });
}
