import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { type Clock, type PlanningScene, ProductError } from '@cellwright/domain';
import { startModuleWorker } from '@cellwright/service-kit';
import type { MovePlan } from '../domain/move/request.ts';
import type { PlanningJob, PlanningTask } from '../domain/task.ts';
import type { PlanReply, ToThread } from './plan-task.ts';

/** Plans that may wait for a thread; beyond it the caller hears at once that planning is overloaded. */
const maxWaiting = 64;
/** A thread that does not see its cancellation within this time is ended and replaced, ms. */
const cancelGraceMS = 30;

export interface PlanningPool {
  /** Plans off the event loop. Aborting rejects at once, and frees the thread that works on it. */
  plan(task: PlanningTask, signal: AbortSignal): Promise<MovePlan>;
  /** Plans at work and waiting. */
  readonly load: { readonly working: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface PlanningPoolOptions {
  /** 0 means one less than the machine has cores, and at least one. */
  readonly threadCount?: number;
  readonly clock: Clock;
}

interface Job {
  readonly task: PlanningTask;
  readonly signal: AbortSignal;
  resolve(plan: MovePlan): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly cancelled: Int32Array;
  /** The scene it has been sent, if any. */
  scene: PlanningScene | undefined;
  job: Job | undefined;
  isWorking: boolean;
}

/** The scene travels by itself. */
function toJob({ scene: _, ...job }: PlanningTask): PlanningJob {
  return job;
}

/** Threads that plan, one plan each at a time, and the plans that wait for them. */
export function createPlanningPool({ threadCount = 0, clock }: PlanningPoolOptions): PlanningPool {
  const size = threadCount > 0 ? threadCount : Math.max(1, availableParallelism() - 1);
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let isClosed = false;

  const post = (thread: Thread, message: ToThread): void => thread.worker.postMessage(message);
  const assign = (): void => {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ isWorking }) => !isWorking) ?? (threads.size < size ? start() : undefined);
      const job = idle && waiting.shift();
      if (!idle || !job) return;
      const { scene } = job.task;
      if (idle.scene !== scene) {
        idle.scene = scene;
        post(idle, { scene });
      }
      idle.job = job;
      idle.isWorking = true;
      Atomics.store(idle.cancelled, 0, 0);
      post(idle, { job: toJob(job.task) });
    }
  };
  const finish = (thread: Thread, settle: (job: Job) => void): void => {
    const { job } = thread;
    thread.job = undefined;
    thread.isWorking = false;
    if (job) settle(job);
    assign();
  };
  const discard = (thread: Thread, error: unknown): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    finish(thread, (job) => job.reject(error));
    // Warm again before the next plan asks for it.
    if (!isClosed && threads.size === 0) start();
  };
  const start = (): Thread => {
    const cancelled = new SharedArrayBuffer(4);
    const worker = startModuleWorker(import.meta.url, './plan-worker.ts', {
      workerData: { cancelled },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const thread: Thread = {
      worker,
      cancelled: new Int32Array(cancelled),
      scene: undefined,
      job: undefined,
      isWorking: false,
    };
    threads.add(thread);
    worker.unref();
    worker.on('message', (reply: PlanReply) => {
      if ('plan' in reply) finish(thread, (job) => job.resolve(reply.plan));
      else if ('error' in reply) finish(thread, (job) => job.reject(new Error(reply.error)));
    });
    worker.on('error', (error) => discard(thread, error));
    return thread;
  };
  const abandon = (job: Job): void => {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    const thread = [...threads].find((candidate) => candidate.job === job);
    if (thread) {
      thread.job = undefined;
      Atomics.store(thread.cancelled, 0, 1);
      clock.schedule(cancelGraceMS, () => {
        // Still at what was cancelled: a thread that came back has a job of its own, or none.
        if (thread.isWorking && thread.job === undefined) discard(thread, job.signal.reason);
      });
    }
    job.reject(job.signal.reason);
  };

  // Warm: the first plan should not pay for the start of a thread.
  start();
  return {
    get load() {
      return { working: [...threads].filter(({ isWorking }) => isWorking).length, waiting: waiting.length };
    },
    plan(task, signal) {
      if (isClosed) return Promise.reject(new ProductError('unavailable', 'The planner is stopping'));
      if (signal.aborted) return Promise.reject(signal.reason);
      if (waiting.length >= maxWaiting)
        return Promise.reject(new ProductError('unavailable', 'The planner is overloaded; try again in a moment'));
      return new Promise<MovePlan>((resolve, reject) => {
        const job: Job = { task, signal, resolve, reject };
        const onAbort = () => abandon(job);
        signal.addEventListener('abort', onAbort, { once: true });
        const settle =
          <T>(forward: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', onAbort);
            forward(value);
          };
        job.resolve = settle(resolve);
        job.reject = settle(reject);
        waiting.push(job);
        assign();
      });
    },
    async close() {
      isClosed = true;
      const stopping = new ProductError('unavailable', 'The planner is stopping');
      for (const job of waiting.splice(0)) job.reject(stopping);
      const ended = [...threads].map(({ worker }) => worker.terminate());
      for (const thread of [...threads]) {
        threads.delete(thread);
        thread.job?.reject(stopping);
      }
      await Promise.all(ended);
    },
  };
}
