import { availableParallelism } from 'node:os';
import { type ArmModel, defaultArm } from '@cellwright/arm';
import { type Clock, type PlanningScene, ProductError } from '@cellwright/domain';
import type { MovePlan } from '../domain/move/request.ts';
import type { PlanningJob, PlanningTask } from '../domain/task.ts';
import type { PlanReply } from './plan-task.ts';
import { type PlanThread, type StartPlanThread, startPlanThread } from './plan-thread.ts';

/** Plans that may wait for a thread; beyond it the caller hears at once that planning is overloaded. */
export const maxWaiting = 64;
/** A thread that does not see its cancellation within this time is ended and replaced, ms. */
export const cancelGraceMS = 30;

export interface PlanningPool {
  /** Plans off the event loop. Aborting rejects at once, and frees the thread that works on it. */
  plan(task: PlanningTask, signal: AbortSignal): Promise<MovePlan>;
  /** Plans at work and waiting. */
  readonly load: { readonly working: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface PlanningPoolOptions {
  /** The default arm when left out. */
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

/** A thread's place in the pool. */
interface Slot {
  thread: PlanThread | undefined;
  /** Its modules are loaded. */
  isReady: boolean;
  /** It owes a reply. */
  isBusy: boolean;
  /** What it works on; undefined too when that is no longer wanted. */
  job: Job | undefined;
  /** The scene it has been sent, if any. */
  scene: PlanningScene | undefined;
  cancelGrace: () => void;
}

/** The scene travels by itself. */
function toJob({ scene: _, ...job }: PlanningTask): PlanningJob {
  return job;
}

/** Threads that plan, one plan each at a time, and the plans that wait for them. */
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
    // Warm: the first plan should not pay for the start of a thread.
    this.start();
  }

  get load() {
    return { working: this.countWorking(), waiting: this.waiting.length };
  }

  plan(task: PlanningTask, signal: AbortSignal): Promise<MovePlan> {
    if (this.isClosed) return Promise.reject(stopping());
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.waiting.length >= maxWaiting) {
      const why = 'The planner is overloaded; try again in a moment';
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

  /** A thread that is free: one that knows the scene, one that is warm, any. */
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

  /** One more than there are plans at work, so that the next one need not wait for a thread that ignores its cancellation. */
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

  /** A thread that is gone, or has to go. */
  private discard(slot: Slot, error: unknown): void {
    if (!this.slots.delete(slot)) return;
    slot.cancelGrace();
    void slot.thread?.end();
    slot.job?.reject(error);
    this.assign();
    // Warm before the next plan asks for it. A thread that cannot even start is not tried again until then.
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
    // One that is still starting looks before it begins.
    if (slot.isReady)
      slot.cancelGrace = this.clock.schedule(cancelGraceMS, () => this.discard(slot, job.signal.reason));
    this.assign();
  }
}

function stopping(): ProductError {
  return new ProductError('unavailable', 'The planner is stopping');
}
