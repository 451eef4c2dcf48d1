import { parentPort } from 'node:worker_threads';
import { defaultArm } from '@cellwright/arm';
import { createArmContext } from '../domain/arm-context.ts';
import { planMove } from '../domain/move/plan-move.ts';
import type { PlanTask } from './plan-task.ts';

/** A planning thread: one arm, one plan at a time. */
const arm = createArmContext(defaultArm);

parentPort?.on('message', ({ id, request }: PlanTask) => {
  try {
    parentPort?.postMessage({ id, plan: planMove(arm, request) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
parentPort?.postMessage({ ready: true });
