import type { ArmModel } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain/space';
import { startModuleWorker } from '@cellwright/service-kit';
import type { MeasuringRequest, PlanFacts } from './motion-facts.ts';

/** A question to the thread; the scene is present only when it changed. */
export interface ToMeasuringThread extends Omit<MeasuringRequest, 'scene'> {
  readonly scene?: PlanningScene | undefined;
}

/** The responses arrive in the order of the requests. */
export type FromMeasuringThread = { readonly facts: PlanFacts } | { readonly error: string };

/** Responses in the order of the requests. */
export interface MeasuringThread {
  /** @throws Error when the thread has ended */
  measure(question: MeasuringRequest): Promise<PlanFacts>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (facts: PlanFacts) => void;
  readonly reject: (error: Error) => void;
}

/** A thread of this process that measures motion. Does not keep the process alive. */
export function startMeasuringThread(arm: ArmModel): MeasuringThread {
  const worker = startModuleWorker(import.meta.url, './measuring-worker.ts', {
    workerData: arm,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  });
  worker.unref();
  const waiting: Waiting[] = [];
  let lost: Error | undefined;
  let scene: PlanningScene | undefined;
  const lose = (error: Error) => {
    lost ??= error;
    for (const { reject } of waiting.splice(0)) reject(lost);
  };
  worker.on('message', (answer: FromMeasuringThread) => {
    const asked = waiting.shift();
    if ('facts' in answer) asked?.resolve(answer.facts);
    else asked?.reject(new Error(answer.error));
  });
  worker.on('error', lose);
  worker.on('exit', (code) => lose(new Error(`the thread that measures motion ended with ${code}`)));
  return {
    measure(question) {
      if (lost) return Promise.reject(lost);
      const sent: ToMeasuringThread = { ...question, scene: question.scene === scene ? undefined : question.scene };
      scene = question.scene;
      worker.postMessage(sent);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    async close() {
      await worker.terminate();
    },
  };
}
