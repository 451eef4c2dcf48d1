import { parentPort } from 'node:worker_threads';
import { findShapeProblem, placeObstacle, prepareMesh } from '@cellwright/collision';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import type { FromMeshThread, ToMeshThread } from './mesh-thread.ts';

lowerThreadPriority();

const reply = (message: FromMeshThread) => parentPort?.postMessage(message);

/** The thread that makes search trees of meshes. */
parentPort?.on('message', ({ id, obstacle }: ToMeshThread) => {
  const placed = placeObstacle(obstacle);
  if (placed?.shape.kind !== 'mesh' || findShapeProblem(placed.shape)) return reply({ id, shape: undefined });
  const shape = { ...placed.shape, vertices: Float32Array.from(placed.shape.vertices) };
  reply({ id, shape: { ...shape, prepared: prepareMesh(shape) } });
});
