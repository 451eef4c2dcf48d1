import { parentPort, workerData } from 'node:worker_threads';
import { defaultArm } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { createArmContext } from '../domain/arm-context.ts';
import { runTask } from '../domain/task.ts';
import type { PlanReply, ThreadData, ToThread } from './plan-task.ts';

lowerThreadPriority();

/** A planning thread: one arm, one plan at a time. */
const { cancelled }: ThreadData = workerData;
const flag = new Int32Array(cancelled);
const arm = createArmContext(defaultArm, () => performance.now());
let scene: PlanningScene | undefined;

const reply = (message: PlanReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if ('scene' in message) {
    scene = message.scene;
    return;
  }
  try {
    reply({ plan: runTask(arm, { ...message.job, scene }, () => Atomics.load(flag, 0) === 1) });
  } catch (error) {
    reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
reply({ ready: true });
