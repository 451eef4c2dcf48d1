import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { ProductError } from '@cellwright/domain';
import { startModuleWorker } from '@cellwright/service-kit';
import type { MovePlan, MoveRequest } from '../domain/move/request.ts';
import type { PlanReply } from './plan-task.ts';

/** Plans that may wait for a thread; beyond it the caller hears at once that planning is overloaded. */
const maxWaiting = 64;

export interface PlanningPool {
  /** Plans off the event loop. Aborting ends the thread that works on it, so that it takes effect at once. */
  plan(request: MoveRequest, signal: AbortSignal): Promise<MovePlan>;
  close(): Promise<void>;
}

interface Job {
  readonly request: MoveRequest;
  readonly signal: AbortSignal;
  resolve(plan: MovePlan): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/** Threads that plan, one plan each at a time, and the plans that wait for them. */
export function createPlanningPool(threadCount = 0): PlanningPool {
  const size = threadCount > 0 ? threadCount : Math.max(1, availableParallelism() - 1);
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastID = 0;
  let isClosed = false;

  const assign = (): void => {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ job }) => job === undefined) ?? (threads.size < size ? start() : undefined);
      const job = idle && waiting.shift();
      if (!idle || !job) return;
      idle.job = job;
      idle.worker.postMessage({ id: ++lastID, request: job.request });
    }
  };
  const finish = (thread: Thread, settle: (job: Job) => void): void => {
    const { job } = thread;
    thread.job = undefined;
    if (job) settle(job);
    assign();
  };
  const discard = (thread: Thread, error: unknown): void => {
    threads.delete(thread);
    void thread.worker.terminate();
    finish(thread, (job) => job.reject(error));
  };
  const start = (): Thread => {
    const worker = startModuleWorker(import.meta.url, './plan-worker.ts', {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const thread: Thread = { worker, job: undefined };
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
    if (place >= 0) {
      waiting.splice(place, 1);
      job.reject(job.signal.reason);
      return;
    }
    const thread = [...threads].find((candidate) => candidate.job === job);
    if (thread) discard(thread, job.signal.reason);
  };

  // Warm: the first plan should not pay for the start of a thread.
  start();
  return {
    plan(request, signal) {
      if (isClosed) return Promise.reject(new ProductError('unavailable', 'The planner is stopping'));
      if (signal.aborted) return Promise.reject(signal.reason);
      if (waiting.length >= maxWaiting)
        return Promise.reject(new ProductError('unavailable', 'The planner is overloaded; try again in a moment'));
      return new Promise<MovePlan>((resolve, reject) => {
        const job: Job = { request, signal, resolve, reject };
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
