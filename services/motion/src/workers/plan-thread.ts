import type { ArmModel } from '@cellwright/arm';
import { startModuleWorker } from '@cellwright/service-kit';
import type { PlanReply, ThreadData, ToThread } from './plan-task.ts';

/** A planning thread for the pool. It handles one plan at a time. */
export interface PlanThread {
  post(message: ToThread): void;
  /** Sets whether its current plan is cancelled; the thread checks this where it can. */
  setCancelled(isCancelled: boolean): void;
  /** Ends it at once, also during a plan. */
  end(): Promise<unknown>;
}

export interface PlanThreadEvents {
  onReply(reply: PlanReply): void;
  /** Called when the thread has ended by itself. */
  onLost(error: unknown): void;
}

export type StartPlanThread = (events: PlanThreadEvents) => PlanThread;

/** Starts a planning thread in this process. It does not keep the process alive. */
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
