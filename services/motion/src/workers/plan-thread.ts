import type { ArmModel } from '@cellwright/arm';
import { startModuleWorker } from '@cellwright/service-kit';
import type { PlanReply, ThreadData, ToThread } from './plan-task.ts';

/** A planning thread as the pool drives it. It takes one plan at a time. */
export interface PlanThread {
  post(message: ToThread): void;
  /** Whether the plan it works on is no longer wanted; it looks where it can. */
  setCancelled(isCancelled: boolean): void;
  /** Ends it, whatever it is doing. */
  end(): Promise<unknown>;
}

export interface PlanThreadEvents {
  onReply(reply: PlanReply): void;
  /** It has ended by itself. */
  onLost(error: unknown): void;
}

export type StartPlanThread = (events: PlanThreadEvents) => PlanThread;

/** A planning thread of this process. Does not keep the process alive. */
export function startPlanThread(arm: ArmModel, { onReply, onLost }: PlanThreadEvents): PlanThread {
  const cancelled = new SharedArrayBuffer(4);
  const flag = new Int32Array(cancelled);
  const workerData: ThreadData = { arm, cancelled };
  const worker = startModuleWorker(import.meta.url, './plan-worker.ts', {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  worker.on('message', onReply);
  worker.on('error', onLost);
  worker.on('exit', (code) => onLost(new Error(`A planning thread ended with ${code}`)));
  return {
    post: (message) => worker.postMessage(message),
    setCancelled: (isCancelled) => Atomics.store(flag, 0, isCancelled ? 1 : 0),
    end: () => worker.terminate(),
  };
}
