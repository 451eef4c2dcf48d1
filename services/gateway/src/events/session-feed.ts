import {
  type Clock,
  createStateReplica,
  type PatchOutcome,
  type RobotKind,
  type StateSnapshot,
  statePatchSchema,
} from '@cellwright/domain';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import { FrameTap } from './frame-tap.ts';

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
  const feed = new ReplicaFeed(deps);
  await feed.open();
  return feed;
}

class ReplicaFeed implements SessionFeed {
  readonly #deps: SessionFeedDeps;
  readonly #replica = createStateReplica();
  readonly #listeners = new Set<FeedListener>();
  /** Came while the last snapshot was new, and the state had changed since: the next one is for all of them. */
  readonly #newcomers = new Set<FeedListener>();
  readonly #frames: FrameTap;
  #patches: Subscription | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #cancelWelcome: (() => void) | undefined;
  /** Patches that arrive while a snapshot is on its way: those after it still count. */
  readonly #early: { text: string; packet: unknown }[] = [];
  #snapshotText: string | undefined;
  #isFetching = false;
  #isClosed = false;

  constructor(deps: SessionFeedDeps) {
    this.#deps = deps;
    this.#frames = new FrameTap(deps.bus, deps.robotKind, (text) => {
      for (const listener of this.#listeners) listener.onFrame(text);
    });
  }

  async open(): Promise<void> {
    const { bus, robotKind } = this.#deps;
    this.#patches = await bus.subscribe(busSubjects.robotPatch.of(robotKind), (message) => {
      const text = message.text();
      this.#takePatch(text, JSON.parse(text));
    });
    void this.#refetch();
  }

  listen(listener: FeedListener): () => void {
    this.#newcomers.add(listener);
    this.#adjustFrames();
    const { clock } = this.#deps;
    const waitMS = this.#snapshotText === undefined ? this.#writtenAt + snapshotIntervalMS - clock.now() : 0;
    if (waitMS <= 0) {
      this.#cancelWelcome?.();
      this.#welcome();
    } else this.#cancelWelcome ??= clock.schedule(waitMS, () => this.#welcome());
    return () => {
      this.#newcomers.delete(listener);
      this.#listeners.delete(listener);
      this.#adjustFrames();
    };
  }

  snapshot(): StateSnapshot | undefined {
    const { state, seq, hash } = this.#replica;
    // Sound: the state came from a parsed snapshot, changed by patches whose hash was right.
    return state === undefined ? undefined : { kind: 'snapshot', seq, hash, state: state as StateSnapshot['state'] };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWelcome?.();
    this.#newcomers.clear();
    this.#listeners.clear();
    await Promise.all([this.#patches?.close(), this.#frames.setWanted(false)]);
  }

  #adjustFrames(): void {
    const isWanted = this.#listeners.size + this.#newcomers.size > 0;
    this.#frames.setWanted(isWanted).catch((error: unknown) => {
      const { log, robotKind } = this.#deps;
      log.warn('the frames of a robot could not be subscribed to; clients see no motion', { robotKind, error });
    });
  }

  #snapshotAsText(): string | undefined {
    if (this.#snapshotText !== undefined) return this.#snapshotText;
    const snapshot = this.snapshot();
    if (snapshot === undefined) return undefined;
    this.#writtenAt = this.#deps.clock.now();
    this.#snapshotText = JSON.stringify(snapshot);
    return this.#snapshotText;
  }

  #welcome(): void {
    this.#cancelWelcome = undefined;
    const text = this.#snapshotAsText();
    for (const listener of this.#newcomers) {
      this.#listeners.add(listener);
      if (text !== undefined) listener.onSnapshot(text);
    }
    this.#newcomers.clear();
  }

  async #refetch(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (!this.#isClosed && this.#replica.state === undefined) await this.#fetch();
    this.#isFetching = false;
    const text = this.#snapshotAsText();
    if (text !== undefined) for (const listener of this.#listeners) listener.onSnapshot(text);
    for (const { text: patchText, packet } of this.#early.splice(0)) this.#takePatch(patchText, packet);
  }

  async #fetch(): Promise<void> {
    const { clock, getSnapshot, log, robotKind } = this.#deps;
    try {
      this.#replica.reset(await getSnapshot());
      this.#snapshotText = undefined;
    } catch (error) {
      log.debug('no snapshot yet', { robotKind, error });
      await clock.sleep(snapshotIntervalMS);
    }
  }

  #takePatch(text: string, packet: unknown): void {
    if (this.#isFetching) {
      if (this.#early.length >= maxEarlyPatches) this.#early.shift();
      this.#early.push({ text, packet });
      return;
    }
    // Clients check what they apply themselves, and need not wait until it is checked here too; one that does not fit is
    // followed by a snapshot.
    if (hasSeq(packet, this.#replica.seq + 1)) for (const listener of this.#listeners) listener.onPatch(text);
    const outcome = this.#apply(packet);
    if (outcome !== 'stale') this.#snapshotText = undefined;
    if (outcome === 'mismatch') void this.#refetch();
  }

  #apply(packet: unknown): PatchOutcome {
    const patch = statePatchSchema.safeParse(packet);
    if (patch.success) return this.#replica.apply(patch.data);
    const { log, robotKind } = this.#deps;
    log.warn('bad packet', { robotKind, error: patch.error });
    this.#replica.clear();
    return 'mismatch';
  }
}

function hasSeq(packet: unknown, seq: number): boolean {
  return typeof packet === 'object' && packet !== null && 'seq' in packet && packet.seq === seq;
}
