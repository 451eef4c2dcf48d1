import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import type { HttpBank, HttpFailure, HttpOutcome, HttpTarget, OpenHttp } from './http.ts';
import type { LineFaults } from './modbus-in-memory.ts';

/** Time of a request and its answer on loopback, ms. */
const roundTripMS = 1;

/**
 * Creates HTTP without a socket: drivers reach simulated devices on a common clock.
 * @param find returns the device at an address; undefined if nothing listens there
 * @param faultsOf returns the faults of its connection; undefined for none
 */
export function createHttpInMemory(
  clock: Clock,
  find: (target: HttpTarget) => HttpBank | undefined,
  faultsOf: (target: HttpTarget) => LineFaults | undefined = () => undefined,
): OpenHttp {
  return (target) => {
    let isClosed = false;
    return {
      async ask(question, { signal } = {}) {
        if (signal?.aborted) return failed('aborted', false, 'The request was cancelled');
        const bank = isClosed ? undefined : find(target);
        if (!bank) return failed('unreachable', false, `Nothing answers at ${target.host}:${target.port}`);
        const faults = faultsOf(target);
        const isCommand = bank.isCommand(question);
        const value = faults?.refusing ? { status: 500, body: 'Refused' } : bank.answer(question);
        if (faults?.hangUpOnCommand && isCommand) {
          await clock.sleep(roundTripMS);
          return failed('connectionLost', true, 'The device closed the connection instead of answering');
        }
        if (faults?.silent) {
          await clock.sleep(target.timeoutMS);
          return failed('timeout', true, deviceMessages.silentFor(target.timeoutMS));
        }
        await clock.sleep(roundTripMS);
        return { ok: true, value };
      },
      async close() {
        isClosed = true;
      },
    };
  };
}

function failed(kind: HttpFailure['kind'], wasSent: boolean, message: string): HttpOutcome {
  return { ok: false, failure: { kind, wasSent, message } };
}
