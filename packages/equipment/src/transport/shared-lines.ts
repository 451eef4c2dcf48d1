import { withEither } from '@cellwright/domain/basics';
import type { LineOptions, LineResult, LineTarget, LineTransport, OpenLines } from './lines.ts';
import { SharedTraffic } from './traffic/shared-traffic.ts';

/** A connection whose users have time-outs of their own. */
export interface TimedLines {
  ask(
    question: string,
    isAnswer: (line: string) => boolean,
    options: LineOptions & { readonly timeoutMS: number },
  ): Promise<LineResult>;
  close(): Promise<void>;
}

interface Shared {
  readonly lines: TimedLines;
  readonly traffic: SharedTraffic;
  userCount: number;
}

/**
 * Opens one connection per host and port, however many devices use it, and closes it with the last of them. A machine control
 * takes two connections, and sends each answer to both: questions of the product must not meet each other's answers.
 */
export function shareLines(open: (target: LineTarget) => TimedLines): OpenLines {
  const sharedByAddress = new Map<string, Shared>();
  return (target) => {
    const address = `${target.host}:${target.port}`;
    const shared = sharedByAddress.get(address) ?? openShared(open, target);
    sharedByAddress.set(address, shared);
    shared.userCount += 1;
    if (target.traffic) shared.traffic.join(target.traffic);
    return use(shared, target, () => sharedByAddress.delete(address));
  };
}

function openShared(open: (target: LineTarget) => TimedLines, target: LineTarget): Shared {
  const traffic = new SharedTraffic();
  return { lines: open({ ...target, traffic }), traffic, userCount: 0 };
}

/** One user's view of a connection. Its questions that were not sent yet are cancelled when it closes. */
function use(shared: Shared, { timeoutMS, traffic }: LineTarget, forget: () => void): LineTransport {
  const closing = new AbortController();
  return {
    ask: (question, isAnswer, { signal } = {}) => {
      const ask = (ending: AbortSignal) => shared.lines.ask(question, isAnswer, { timeoutMS, signal: ending });
      return signal ? withEither(signal, closing.signal, ask) : ask(closing.signal);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      shared.userCount -= 1;
      if (shared.userCount > 0) {
        if (traffic) shared.traffic.leave(traffic);
        return;
      }
      forget();
      await shared.lines.close();
    },
  };
}
