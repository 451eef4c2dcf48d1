import { availableParallelism } from 'node:os';
import { type ArmModel, defaultArm } from '@cellwright/arm';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { PlanningScene } from '@cellwright/domain/space';
import type { MovePlan } from '../domain/move/request.ts';
import type { PlanningJob, PlanningTask } from '../domain/task.ts';
import type { PlanReply } from './plan-task.ts';
import { type PlanThread, type StartPlanThread, startPlanThread } from './plan-thread.ts';

/** Maximum number of waiting plans; further callers get an overload error at once. */
export const maxWaiting = 64;
/** Time within which a thread must react to a cancellation before it is ended and replaced, ms. */
export const cancelGraceMS = 30;

export interface PlanningPool {
  /** Plans outside of the event loop. Aborting rejects at once, and frees its thread. */
  plan(task: PlanningTask, signal: AbortSignal): Promise<MovePlan>;
  /** Numbers of running and waiting plans. */
  readonly load: { readonly working: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface PlanningPoolOptions {
  /** Default: the default arm. */
  readonly arm?: ArmModel;
  /** 0 means one less than the machine has cores, and at least one. */
  readonly threadCount?: number;
  readonly clock: Clock;
  readonly startThread?: StartPlanThread;
}

interface Job {
  readonly task: PlanningTask;
  readonly signal: AbortSignal;
  resolve(plan: MovePlan): void;
  reject(error: unknown): void;
}

/** State of a thread in the pool. */
interface Slot {
  thread: PlanThread | undefined;
  /** True when its modules are loaded. */
  isReady: boolean;
  /** True if it owes a reply. */
  isBusy: boolean;
  /** Its current plan; also undefined when that was cancelled. */
  job: Job | undefined;
  /** The last scene sent to it, if any. */
  scene: PlanningScene | undefined;
  cancelGrace: () => void;
}

/** Returns the job without its scene, which is sent separately. */
function toJob({ scene: _, ...job }: PlanningTask): PlanningJob {
  return job;
}

/** Creates a pool of threads, one plan each at a time, with a queue of waiting plans. */
export function createPlanningPool({
  arm = defaultArm,
  threadCount = 0,
  clock,
  startThread,
}: PlanningPoolOptions): PlanningPool {
  const size = threadCount > 0 ? threadCount : Math.max(1, availableParallelism() - 1);
  return new Pool(size, clock, startThread ?? ((events) => startPlanThread(arm, events)));
}

class Pool implements PlanningPool {
  private readonly slots = new Set<Slot>();
  private readonly waiting: Job[] = [];
  private readonly size: number;
  private readonly clock: Clock;
  private readonly startThread: StartPlanThread;
  private isClosed = false;

  constructor(size: number, clock: Clock, startThread: StartPlanThread) {
    this.size = size;
    this.clock = clock;
    this.startThread = startThread;
    // Started early, so that the first plan does not wait for a thread.
    this.start();
  }

  get load() {
    return { working: this.countWorking(), waiting: this.waiting.length };
  }

  plan(task: PlanningTask, signal: AbortSignal): Promise<MovePlan> {
    if (this.isClosed) return Promise.reject(stopping());
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.waiting.length >= maxWaiting) {
      const why = 'The planner is overloaded. Try again in a moment';
      return Promise.reject(new ProductError('unavailable', why));
    }
    return new Promise<MovePlan>((resolve, reject) => {
      const onAbort = () => this.abandon(job);
      const settle =
        <T>(forward: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', onAbort);
          forward(value);
        };
      const job: Job = { task, signal, resolve: settle(resolve), reject: settle(reject) };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(job);
      this.assign();
      this.keepSpare();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of this.waiting.splice(0)) job.reject(stopping());
    const slots = [...this.slots];
    this.slots.clear();
    const ended = slots.map(({ thread, cancelGrace }) => {
      cancelGrace();
      return thread?.end();
    });
    for (const { job } of slots) job?.reject(stopping());
    await Promise.all(ended);
  }

  private countWorking(): number {
    return [...this.slots].filter(({ job }) => job !== undefined).length;
  }

  private assign(): void {
    while (this.waiting.length > 0 && this.countWorking() < this.size) {
      const idle = this.findIdle() ?? this.start();
      const job = idle && this.waiting.shift();
      if (!idle || !job) break;
      this.give(idle, job);
    }
  }

  /** Returns an idle thread: preferably one with the scene, then a started one, then any. */
  private findIdle(): Slot | undefined {
    const idle = [...this.slots].filter(({ isBusy }) => !isBusy);
    const scene = this.waiting[0]?.task.scene;
    return idle.find((slot) => slot.scene === scene && slot.isReady) ?? idle.find(({ isReady }) => isReady) ?? idle[0];
  }

  private give(slot: Slot, job: Job): void {
    const { scene } = job.task;
    slot.job = job;
    slot.isBusy = true;
    slot.thread?.setCancelled(false);
    if (slot.scene !== scene) slot.thread?.post({ scene });
    slot.scene = scene;
    slot.thread?.post({ job: toJob(job.task) });
  }

  /**
   * Keeps one spare thread beside the running plans, so that the next one does not wait for a thread that ignores its
   * cancellation.
   */
  private keepSpare(): void {
    const isAtWork = [...this.slots].some(({ isBusy }) => isBusy);
    if (isAtWork && !this.findIdle()) this.start();
  }

  private start(): Slot | undefined {
    if (this.isClosed || this.slots.size > this.size) return undefined;
    const slot: Slot = {
      thread: undefined,
      isReady: false,
      isBusy: false,
      job: undefined,
      scene: undefined,
      cancelGrace: () => undefined,
    };
    this.slots.add(slot);
    slot.thread = this.startThread({
      onReply: (reply) => this.receive(slot, reply),
      onLost: (error) => this.discard(slot, error),
    });
    return slot;
  }

  private receive(slot: Slot, reply: PlanReply): void {
    if ('ready' in reply) {
      slot.isReady = true;
      return;
    }
    const { job } = slot;
    slot.job = undefined;
    slot.isBusy = false;
    slot.cancelGrace();
    if ('plan' in reply) job?.resolve(reply.plan);
    else job?.reject(new Error(reply.error));
    this.assign();
  }

  /** Removes a thread that has ended, or must end. */
  private discard(slot: Slot, error: unknown): void {
    if (!this.slots.delete(slot)) return;
    slot.cancelGrace();
    void slot.thread?.end();
    slot.job?.reject(error);
    this.assign();
    // Started before the next plan. A thread that cannot even start is not retried until then.
    if (slot.isReady && this.slots.size === 0) this.start();
    if (slot.isReady) this.keepSpare();
  }

  private abandon(job: Job): void {
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
    job.reject(job.signal.reason);
    const slot = [...this.slots].find((candidate) => candidate.job === job);
    if (!slot) return;
    slot.job = undefined;
    slot.thread?.setCancelled(true);
    // A thread that is still starting checks before it begins.
    if (slot.isReady)
      slot.cancelGrace = this.clock.schedule(cancelGraceMS, () => this.discard(slot, job.signal.reason));
    this.assign();
  }
}

function stopping(): ProductError {
  return new ProductError('unavailable', 'The planner is stopping');
}
