import type { Worker } from 'node:worker_threads';
import type { Clock } from '@cellwright/domain/basics';
import { startModuleWorker } from '@cellwright/service-kit';
import { createIdleThread } from '../threads/idle-thread.ts';
import type { VisionFinding, VisionQuestion } from './vision-messages.ts';

/** The thread ends after this long without a question, ms. */
const idleMS = 30_000;

type FindingOf<Task extends VisionFinding['task']> = Extract<VisionFinding, { readonly task: Task }>;

/** A thread that looks for things in pictures and solves calibrations; the first question starts it. */
export interface VisionThread {
  /** Rejects with the reason, for example a picture that cannot be read. */
  ask<Task extends VisionFinding['task']>(task: Task, question: VisionQuestion): Promise<FindingOf<Task>>;
  isRunning(): boolean;
  end(): Promise<void>;
}

export function createVisionThread(clock: Clock): VisionThread {
  const thread = createIdleThread<VisionQuestion, VisionFinding>({ start: startWorker, clock, idleMS });
  return {
    async ask(task, question) {
      const finding = await thread.ask(() => question);
      if (isOf(finding, task)) return finding;
      throw new Error(`The vision thread answered ${finding.task}, not ${task}`);
    },
    isRunning: () => thread.isRunning(),
    end: () => thread.end(),
  };
}

function isOf<Task extends VisionFinding['task']>(finding: VisionFinding, task: Task): finding is FindingOf<Task> {
  return finding.task === task;
}

function startWorker(): Worker {
  return startModuleWorker(import.meta.url, './vision-worker.ts', { resourceLimits: { maxOldGenerationSizeMb: 256 } });
}
