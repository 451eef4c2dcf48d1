import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import type { LineBank, LineFailure, LineResult, LineTarget, OpenLines } from './lines.ts';

/** Time of a question and its answer on loopback, ms. */
const roundTripMS = 1;

/**
 * Creates lines without a socket: drivers reach simulated devices on a common clock.
 * @param find returns the device at an address; undefined if nothing listens there
 */
export function createLinesInMemory(clock: Clock, find: (target: LineTarget) => LineBank | undefined): OpenLines {
  return (target) => {
    let isClosed = false;
    return {
      async ask(question, isAnswer, { signal } = {}) {
        if (signal?.aborted) return failed('aborted', false, 'The question was cancelled');
        const bank = isClosed ? undefined : find(target);
        if (!bank) return failed('unreachable', false, `Nothing answers at ${target.host}:${target.port}`);
        const answer = bank.answer(question);
        if (answer === undefined || !isAnswer(answer)) {
          await clock.sleep(target.timeoutMS);
          return failed('timeout', true, deviceMessages.silentFor(target.timeoutMS));
        }
        await clock.sleep(roundTripMS);
        return { ok: true, value: answer };
      },
      async close() {
        isClosed = true;
      },
    };
  };
}

function failed(kind: LineFailure['kind'], wasSent: boolean, message: string): LineResult {
  return { ok: false, failure: { kind, wasSent, message } };
}
