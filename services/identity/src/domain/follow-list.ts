import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { AccessChange, AccessList, AccessRecord } from './access-list.ts';

/** Interval of heartbeats, ms. A follower that misses several considers the connection dead. */
const heartbeatMS = 1000;
/** Records per part of the snapshot: far below the largest message. */
const partSize = 1000;
/** Maximum number of unread changes of a slow follower; after that it starts again with a snapshot. */
const maxUnread = 10_000;

export type AccessEvent =
  | { readonly kind: 'snapshot'; readonly records: readonly AccessRecord[]; readonly isLast: boolean }
  | AccessChange
  | { readonly kind: 'heartbeat' };

/** Yields the whole list in parts, then its changes in order, and heartbeats; until the signal aborts. */
export async function* followList(list: AccessList, clock: Clock, signal: AbortSignal): AsyncGenerator<AccessEvent> {
  const unread: AccessChange[] = [];
  let wake = new AbortController();
  const cut = () => wake.abort();
  signal.addEventListener('abort', cut);
  const stopListening = list.listen((change) => {
    unread.push(change);
    cut();
  });
  try {
    if (list.jwks !== '') yield { kind: 'keys', jwks: list.jwks };
    yield* inParts(list.current());
    while (!signal.aborted) {
      if (unread.length > maxUnread) throw new ProductError('unavailable', 'Too slow to follow the access changes');
      const change = unread.shift();
      if (change) {
        yield change;
        continue;
      }
      wake = new AbortController();
      const isQuiet = await clock.sleep(heartbeatMS, wake.signal).then(
        () => true,
        () => false,
      );
      if (isQuiet) yield { kind: 'heartbeat' };
    }
  } finally {
    signal.removeEventListener('abort', cut);
    stopListening();
  }
}

function* inParts(records: readonly AccessRecord[]): Generator<AccessEvent> {
  for (let start = 0; start === 0 || start < records.length; start += partSize) {
    const end = start + partSize;
    yield { kind: 'snapshot', records: records.slice(start, end), isLast: end >= records.length };
  }
}
