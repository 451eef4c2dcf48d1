import { type Clock, rest } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import { exceptionCodes, type ModbusFailure, type ModbusResult } from './modbus.ts';

/** Interval and duration of retries on a busy device, ms. */
const busyPollMS = 100;
const busyPatienceMS = 1000;

/**
 * Returns the failure for an exception of the device or of its gateway.
 * @param words of the answer, for the operator
 */
export function failureOfException(exception: number, words: string): ModbusFailure {
  switch (exception) {
    case exceptionCodes.acknowledge:
    case exceptionCodes.busy:
      return { kind: 'busy', wasSent: false, message: deviceMessages.busy(words), exception };
    case exceptionCodes.gatewayPath:
      return {
        kind: 'unreachable',
        wasSent: false,
        message: deviceMessages.unreachableBehindGateway(words),
        exception,
      };
    case exceptionCodes.gatewayTarget:
      return {
        kind: 'timeout',
        wasSent: true,
        message: deviceMessages.silentBehindGateway(words),
        exception,
      };
    default:
      return { kind: 'refused', wasSent: true, message: deviceMessages.refused(words), exception };
  }
}

interface Asking {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** True if the request changes nothing, so that it may be repeated even if it was possibly carried out. */
  readonly isRead: boolean;
}

/** Shared: a signal for every request would cost more than the request of a simulated device. */
const neverAborted = new AbortController().signal;

/** Sends a request, and again every 100 ms for a second while an answer indicates a busy device. */
export async function askWhileBusy<T>(
  { clock, signal = neverAborted, isRead }: Asking,
  ask: () => Promise<ModbusResult<T>>,
): Promise<ModbusResult<T>> {
  const deadline = clock.now() + busyPatienceMS;
  for (;;) {
    const answer = await ask();
    if (answer.ok || !mayAskAgain(answer.failure, isRead) || clock.now() + busyPollMS > deadline) return answer;
    await rest(clock, busyPollMS, signal);
    if (signal.aborted) return answer;
  }
}

function mayAskAgain({ kind, exception, wasSent }: ModbusFailure, isRead: boolean): boolean {
  if (kind === 'busy') return true;
  if (exception === undefined) return false;
  if (exception === exceptionCodes.gatewayTarget) return isRead;
  return !wasSent;
}
