import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadQuestion } from './messages.ts';

/** Handles the requests of this thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const reply = (message: ThreadAnswer<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ id, question }: ThreadQuestion<Question>) => {
    answer(question).then(
      (found) => reply({ id, answer: found }),
      (error: unknown) => reply({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
