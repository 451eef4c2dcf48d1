import {
  type Clock,
  createStateReplica,
  type PatchOutcome,
  type RobotKind,
  runnerSubjects,
  type StateSnapshot,
  statePatchSchema,
} from '@cellwright/domain';
import type { EventBus, Logger, Subscription } from '@cellwright/service-kit';

/** At most one snapshot is fetched in this time, however many clients ask (and it is asked again while there is none). */
const snapshotIntervalMS = 50;
const maxEarlyPatches = 1000;

/** Hears what happens in one robot session; texts are the JSON that clients get. */
export interface FeedListener {
  onSnapshot(text: string): void;
  onPatch(text: string): void;
  onFrame(text: string): void;
}

export interface SessionFeed {
  /** Adds a listener; it gets a snapshot at once when there is one, else as soon as there is. */
  listen(listener: FeedListener): () => void;
  /** The newest snapshot, or undefined while the runner has not answered. */
  snapshot(): StateSnapshot | undefined;
  close(): Promise<void>;
}

export interface SessionFeedDeps {
  readonly robotKind: RobotKind;
  readonly bus: EventBus;
  readonly getSnapshot: () => Promise<StateSnapshot>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keeps a replica of one robot session's state from the bus, builds snapshots from it and fans everything out. */
export async function createSessionFeed(deps: SessionFeedDeps): Promise<SessionFeed> {
  const { robotKind, bus, getSnapshot, clock, log } = deps;
  const replica = createStateReplica();
  const listeners = new Set<FeedListener>();
  /** Patches that arrive while a snapshot is on its way: those after it still count. */
  const early: { text: string; packet: unknown }[] = [];
  let snapshotText: string | undefined;
  let isFetching = false;
  let isClosed = false;

  const currentSnapshot = (): StateSnapshot | undefined => {
    const { state, seq, hash } = replica;
    // Sound: the state came from a parsed snapshot, changed by patches whose hash was right.
    return state === undefined ? undefined : { kind: 'snapshot', seq, hash, state: state as StateSnapshot['state'] };
  };
  const snapshotAsText = (): string | undefined => {
    const snapshot = currentSnapshot();
    if (!snapshot) return undefined;
    snapshotText ??= JSON.stringify(snapshot);
    return snapshotText;
  };
  const refetch = async (): Promise<void> => {
    if (isFetching) return;
    isFetching = true;
    while (!isClosed && replica.state === undefined) {
      try {
        replica.reset(await getSnapshot());
        snapshotText = undefined;
      } catch (error) {
        log.debug('no snapshot yet', { robotKind, error });
        await clock.sleep(snapshotIntervalMS);
      }
    }
    isFetching = false;
    const text = snapshotAsText();
    if (text !== undefined) for (const listener of listeners) listener.onSnapshot(text);
    for (const { text: patchText, packet } of early.splice(0)) takePatch(patchText, packet);
  };
  const applyPacket = (packet: unknown): PatchOutcome => {
    const patch = statePatchSchema.safeParse(packet);
    if (patch.success) return replica.apply(patch.data);
    log.warn('bad packet', { robotKind, error: patch.error });
    replica.clear();
    return 'mismatch';
  };
  const takePatch = (text: string, packet: unknown): void => {
    if (isFetching) {
      if (early.length >= maxEarlyPatches) early.shift();
      early.push({ text, packet });
      return;
    }
    // Clients check what they apply themselves, and need not wait until it is checked here too; one that does not fit is
    // followed by a snapshot.
    if (hasSeq(packet, replica.seq + 1)) for (const listener of listeners) listener.onPatch(text);
    const outcome = applyPacket(packet);
    if (outcome !== 'stale') snapshotText = undefined;
    if (outcome === 'mismatch') void refetch();
  };

  const subscriptions: Subscription[] = [
    await bus.subscribe(runnerSubjects.patch(robotKind), (message) => {
      const text = message.text();
      takePatch(text, JSON.parse(text));
    }),
    await bus.subscribe(runnerSubjects.frame(robotKind), (message) => {
      const text = message.text();
      for (const listener of listeners) listener.onFrame(text);
    }),
  ];
  void refetch();

  return {
    listen(listener) {
      listeners.add(listener);
      const text = snapshotAsText();
      if (text !== undefined) listener.onSnapshot(text);
      return () => listeners.delete(listener);
    },
    snapshot: currentSnapshot,
    async close() {
      isClosed = true;
      listeners.clear();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
}

function hasSeq(packet: unknown, seq: number): boolean {
  return typeof packet === 'object' && packet !== null && 'seq' in packet && packet.seq === seq;
}
