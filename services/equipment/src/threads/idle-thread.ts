import type { Worker } from 'node:worker_threads';
import type { Clock } from '@cellwright/domain/basics';
import type { ThreadAnswer, ThreadQuestion } from './messages.ts';

export interface IdleThreadDeps {
  readonly start: () => Worker;
  readonly clock: Clock;
  /** The thread ends after this long without a question, ms. */
  readonly idleMS: number;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A thread that starts with the first question and ends some time after the last answer. */
export interface IdleThread<Question, Answer> {
  /** `isNew` is true for the first question of a thread, which knows nothing of earlier ones. Rejects with its error. */
  ask(question: (isNew: boolean) => Question): Promise<Answer>;
  isRunning(): boolean;
  end(): Promise<void>;
}

export function createIdleThread<Question, Answer>({
  start,
  clock,
  idleMS,
}: IdleThreadDeps): IdleThread<Question, Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | undefined;
  let lastID = 0;
  let cancelEnd = () => {};

  const fail = (error: Error) => {
    worker = undefined;
    cancelEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const end = async (): Promise<void> => {
    const ended = worker;
    fail(new Error('The thread was ended'));
    await ended?.terminate();
  };
  const startWorker = (): Worker => {
    const started = start();
    started.unref();
    started.on('message', (reply: ThreadAnswer<Answer>) => {
      const entry = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) cancelEnd = clock.schedule(idleMS, () => void end());
      if ('answer' in reply) entry?.resolve(reply.answer);
      else entry?.reject(new Error(reply.error));
    });
    started.on('error', (error) => {
      if (worker === started) fail(error);
    });
    return started;
  };
  return {
    ask(question) {
      cancelEnd();
      const isNew = worker === undefined;
      worker ??= startWorker();
      const target = worker;
      const id = ++lastID;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        target.postMessage({ id, question: question(isNew) } satisfies ThreadQuestion<Question>);
      });
    },
    isRunning: () => worker !== undefined,
    end,
  };
}
