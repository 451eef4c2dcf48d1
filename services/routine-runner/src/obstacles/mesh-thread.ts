import type { Worker } from 'node:worker_threads';
import type { Shape } from '@cellwright/collision';
import type { Obstacle } from '@cellwright/domain/space';
import { startModuleWorker } from '@cellwright/service-kit';

export interface ToMeshThread {
  readonly id: number;
  readonly obstacle: Obstacle;
}
export interface FromMeshThread {
  readonly id: number;
  /** Undefined when it cannot be used. */
  readonly shape: Shape | undefined;
}

/** Idle time after which the thread is ended to free its memory, ms. */
const idleMS = 30_000;

export interface MeshThread {
  /** A mesh with its search tree; undefined when it cannot be used. Rejects when the thread is lost. */
  prepare(obstacle: Obstacle): Promise<Shape | undefined>;
  close(): Promise<void>;
}

/** Prepares meshes away from the event loop that drives the arms. */
export function createMeshThread(): MeshThread {
  let worker: Worker | undefined;
  let lastID = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, { resolve(shape: Shape | undefined): void; reject(error: Error): void }>();
  const lose = (lost: Worker, why: string) => {
    if (worker !== lost) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`meshes cannot be prepared: ${why}`));
    waiting.clear();
  };
  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    if (ended) lose(ended, 'the runner is stopping');
    await ended?.terminate();
  };
  const start = (): Worker => {
    const started = startModuleWorker(import.meta.url, './mesh-worker.ts', {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    started.unref();
    started.on('message', ({ id, shape }: FromMeshThread) => {
      waiting.get(id)?.resolve(shape);
      waiting.delete(id);
      clearTimeout(idle);
      idle = setTimeout(() => void (waiting.size === 0 && end()), idleMS);
      idle.unref();
    });
    started.on('error', (error) => lose(started, error.message));
    started.on('exit', () => lose(started, 'their thread ended'));
    return started;
  };
  return {
    prepare(obstacle) {
      worker ??= start();
      const id = ++lastID;
      worker.postMessage({ id, obstacle } satisfies ToMeshThread);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    close: end,
  };
}
