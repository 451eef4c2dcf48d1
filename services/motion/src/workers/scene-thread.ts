import type { ArmModel } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import type { PlanningScene } from '@cellwright/domain/space';
import { startModuleWorker } from '@cellwright/service-kit';
import type { FromSceneThread, SceneAnswer, SceneQuestion, SceneThreadData, ToSceneThread } from './scene-task.ts';

interface Waiting {
  resolve(answer: SceneAnswer): void;
  reject(error: unknown): void;
}

interface Running {
  readonly worker: ReturnType<typeof startModuleWorker>;
  readonly waiting: Waiting[];
  scene: PlanningScene | undefined;
}

/** A thread that prepares heavy scenes and answers questions about them, so that they do not block the event loop. */
export class SceneThread {
  private running: Running | undefined;
  private isClosed = false;
  private readonly arm: ArmModel;

  constructor(arm: ArmModel) {
    this.arm = arm;
  }

  /** Answers a question. @throws ProductError unavailable when the thread ends before its answer. */
  ask(scene: PlanningScene, question: SceneQuestion): Promise<SceneAnswer> {
    if (this.isClosed) return Promise.reject(ended());
    // Started with the first heavy scene, since most cells have none.
    this.running ??= this.start();
    const { running } = this;
    const post = (message: ToSceneThread) => running.worker.postMessage(message);
    if (running.scene !== scene) post({ scene });
    running.scene = scene;
    return new Promise((resolve, reject) => {
      running.waiting.push({ resolve, reject });
      post({ ask: question });
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { running } = this;
    if (running) this.lose(running);
    await running?.worker.terminate();
  }

  private start(): Running {
    const worker = startModuleWorker(import.meta.url, './scene-worker.ts', {
      workerData: { arm: this.arm } satisfies SceneThreadData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    worker.unref();
    const running: Running = { worker, waiting: [], scene: undefined };
    worker.on('message', (reply: FromSceneThread) => {
      const first = running.waiting.shift();
      if ('answer' in reply) first?.resolve(reply.answer);
      else first?.reject(new Error(reply.error));
    });
    worker.on('error', () => this.lose(running));
    worker.on('exit', () => this.lose(running));
    return running;
  }

  /** Forgets a lost thread; the next question starts another one. */
  private lose(running: Running): void {
    if (this.running === running) this.running = undefined;
    for (const { reject } of running.waiting.splice(0)) reject(ended());
  }
}

function ended(): ProductError {
  return new ProductError('unavailable', 'The planner lost its scene. Try again in a moment');
}
