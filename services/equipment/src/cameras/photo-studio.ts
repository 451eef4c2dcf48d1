import type { Worker } from 'node:worker_threads';
import type { ArmView, Clock, PlanningScene } from '@cellwright/domain';
import type { Photo, PhotoShot } from '@cellwright/equipment/sims';
import { startModuleWorker } from '@cellwright/service-kit';
import type { PictureReply, PictureRequest } from './studio-messages.ts';

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
  const thread = createPictureThread();
  let scene: PlanningScene | undefined;
  let cancelEnd = () => {};

  const look = async () => {
    const view = await getView(scene?.revision);
    scene = view.scene ?? scene;
    if (!scene) throw new Error('The view has no scene');
    return { arm: view.arm, scene };
  };
  return {
    /** Rejects while the robot's position is unknown. */
    async take(shot: PhotoShot): Promise<Photo> {
      cancelEnd();
      try {
        const seen = await look();
        return { jpeg: await thread.take({ shot, ...seen }), jointAngles: seen.arm.jointAngles };
      } finally {
        cancelEnd = clock.schedule(idleMS, () => void thread.end());
      }
    },
    isRunning: () => thread.isRunning(),
    async close(): Promise<void> {
      cancelEnd();
      await thread.end();
    },
  };
}

interface Waiting {
  resolve(jpeg: Uint8Array): void;
  reject(error: Error): void;
}

function createPictureThread() {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastID = 0;
  /** The scene that the thread has. */
  let sent: PlanningScene | undefined;

  const fail = (error: Error) => {
    worker = undefined;
    sent = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startModuleWorker(import.meta.url, './camera-worker.ts', {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    started.unref();
    started.on('message', (reply: PictureReply) => {
      const entry = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('jpeg' in reply) entry?.resolve(reply.jpeg);
      else entry?.reject(new Error(reply.error));
    });
    started.on('error', (error) => {
      if (worker === started) fail(error);
    });
    return started;
  };
  return {
    take({ scene, ...request }: Omit<PictureRequest, 'id' | 'scene'> & { scene: PlanningScene }): Promise<Uint8Array> {
      worker ??= start();
      const target = worker;
      const id = ++lastID;
      const changed = sent === scene ? undefined : scene;
      sent = scene;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        target.postMessage({ id, ...request, scene: changed } satisfies PictureRequest);
      });
    },
    isRunning: () => worker !== undefined,
    async end(): Promise<void> {
      const ended = worker;
      fail(new Error('The camera is not used any more'));
      await ended?.terminate();
    },
  };
}
