import {
  type Clock,
  createStateReplica,
  type PatchOutcome,
  type RobotKind,
  type StateSnapshot,
  statePatchSchema,
} from '@cellwright/domain';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';

/** At most one snapshot is fetched, and one written, in this time, however many clients ask. */
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
  /** Came while the last snapshot was new, and the state had changed since: the next one is for all of them. */
  const newcomers = new Set<FeedListener>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let cancelWelcome: (() => void) | undefined;
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
    if (snapshotText === undefined) {
      snapshotText = JSON.stringify(snapshot);
      writtenAt = clock.now();
    }
    return snapshotText;
  };
  const welcome = (): void => {
    cancelWelcome = undefined;
    const text = snapshotAsText();
    for (const listener of newcomers) {
      listeners.add(listener);
      if (text !== undefined) listener.onSnapshot(text);
    }
    newcomers.clear();
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
    await bus.subscribe(busSubjects.robotPatch.of(robotKind), (message) => {
      const text = message.text();
      takePatch(text, JSON.parse(text));
    }),
    await bus.subscribe(busSubjects.robotFrame.of(robotKind), (message) => {
      const text = message.text();
      for (const listener of listeners) listener.onFrame(text);
    }),
  ];
  void refetch();

  return {
    listen(listener) {
      newcomers.add(listener);
      const waitMS = snapshotText === undefined ? writtenAt + snapshotIntervalMS - clock.now() : 0;
      if (waitMS <= 0) {
        cancelWelcome?.();
        welcome();
      } else cancelWelcome ??= clock.schedule(waitMS, welcome);
      return () => {
        newcomers.delete(listener);
        listeners.delete(listener);
      };
    },
    snapshot: currentSnapshot,
    async close() {
      isClosed = true;
      cancelWelcome?.();
      newcomers.clear();
      listeners.clear();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
}

function hasSeq(packet: unknown, seq: number): boolean {
  return typeof packet === 'object' && packet !== null && 'seq' in packet && packet.seq === seq;
}
