import { parentPort, workerData } from 'node:worker_threads';
import type { PlanningScene } from '@cellwright/domain/space';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { createArmContext } from '../domain/arm-context.ts';
import { runTask } from '../domain/task.ts';
import type { PlanReply, ThreadData, ToThread } from './plan-task.ts';

lowerThreadPriority();

/** Runs a planning thread: one arm, one plan at a time. */
const { arm: model, cancelled }: ThreadData = workerData;
const flag = new Int32Array(cancelled);
const arm = createArmContext(model, () => performance.now());
let scene: PlanningScene | undefined;

const isCancelled = (): boolean => Atomics.load(flag, 0) === 1;
const reply = (message: PlanReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if ('scene' in message) {
    scene = message.scene;
    return;
  }
  try {
    // Cancelled while this thread was starting, or receiving the scene.
    if (isCancelled()) throw new Error('The plan was cancelled before it started');
    reply({ plan: runTask(arm, { ...message.job, scene }, isCancelled) });
  } catch (error) {
    reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
reply({ ready: true });
