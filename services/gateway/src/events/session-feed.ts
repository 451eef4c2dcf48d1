import type { Clock } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { createStateReplica, type PatchOutcome } from '@cellwright/domain/run';
import { type StateSnapshot, statePatchSchema } from '@cellwright/domain/runner-socket';
import { busSubjects, type EventBus, type Logger, processTurns, type Subscription } from '@cellwright/service-kit';
import { FrameTap } from './frame-tap.ts';
import { SnapshotText } from './snapshot-text.ts';

/** Interval in which at most one snapshot is fetched and one is written, for any number of clients, ms. */
const snapshotIntervalMS = 50;
/** Clients that get a snapshot between two checks of the time. */
const welcomesAtOnce = 8;

/** Listener to one robot session; texts are the JSON that clients receive. */
export interface FeedListener {
  onSnapshot(text: string): void;
  onPatch(text: string): void;
  onFrame(text: string): void;
}

export interface SessionFeed {
  /** Adds a listener; it gets a snapshot as soon as there is one. */
  listen(listener: FeedListener): () => void;
  /** Returns the newest snapshot, or undefined before the runner has answered. */
  snapshot(): StateSnapshot | undefined;
  /**
   * Returns the snapshot as JSON text; written at most once per state and interval, and in turns of the event loop if it
   * is large.
   */
  snapshotText(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface SessionFeedDeps {
  readonly robotKind: RobotKind;
  readonly bus: EventBus;
  readonly getSnapshot: () => Promise<StateSnapshot>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Maintains a replica of one robot session's state from the bus, builds snapshots from it and distributes all messages.
 */
export async function createSessionFeed(deps: SessionFeedDeps): Promise<SessionFeed> {
  const feed = new ReplicaFeed(deps);
  await feed.open();
  return feed;
}

class ReplicaFeed implements SessionFeed {
  readonly #deps: SessionFeedDeps;
  readonly #replica = createStateReplica();
  readonly #listeners = new Set<FeedListener>();
  /** Came while the last snapshot was new and the state had changed since: the next one is for all of them. */
  readonly #newcomers = new Set<FeedListener>();
  readonly #frames: FrameTap;
  #patches: Subscription | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #cancelWelcome: (() => void) | undefined;
  readonly #writer = new SnapshotText();
  /** State as text, until it changes. */
  #snapshotText: string | undefined;
  /** Patches wait in the bus while a snapshot is fetched or written; later ones still count. */
  #held: Promise<void> | undefined;
  #isClosed = false;
  #endHold: () => void = () => undefined;
  readonly #closing = new Promise<void>((resolve) => {
    this.#endHold = resolve;
  });

  constructor(deps: SessionFeedDeps) {
    this.#deps = deps;
    this.#frames = new FrameTap(deps.bus, deps.robotKind, (text) => {
      for (const listener of this.#listeners) listener.onFrame(text);
    });
  }

  async open(): Promise<void> {
    const { bus, robotKind } = this.#deps;
    this.#patches = await bus.subscribe(busSubjects.robotPatch.of(robotKind), (message) => {
      const take = () => {
        const text = message.text();
        this.#takePatch(text, JSON.parse(text));
      };
      return this.#held ? this.#afterHold(take) : take();
    });
    this.#refetch();
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
    // Safe cast: the state came from a parsed snapshot, changed by patches with a correct hash.
    return state === undefined ? undefined : { kind: 'snapshot', seq, hash, state: state as StateSnapshot['state'] };
  }

  async snapshotText(): Promise<string | undefined> {
    const { clock } = this.#deps;
    const waitMS = this.#snapshotText === undefined ? this.#writtenAt + snapshotIntervalMS - clock.now() : 0;
    if (waitMS > 0) await clock.sleep(waitMS);
    while (this.#held) await this.#held;
    if (this.#snapshotText === undefined) this.#write(() => undefined);
    while (this.#held) await this.#held;
    return this.#snapshotText;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endHold();
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

  async #afterHold(take: () => void): Promise<void> {
    while (this.#held) await this.#held;
    if (!this.#isClosed) take();
  }

  /** Holds patches back during a task; one task at a time. */
  #hold(work: () => Promise<void>): void {
    const held = Promise.race([work(), this.#closing])
      .catch((error: unknown) => this.#deps.log.error('a snapshot could not be sent', { error }))
      .finally(() => {
        if (this.#held === held) this.#held = undefined;
      });
    this.#held = held;
  }

  /** Writes the state as text: immediately or, if it is large, some turns later, while patches are delayed. */
  #write(use: (text: string | undefined) => void | Promise<void>): void {
    const snapshot = this.snapshot();
    if (snapshot === undefined || this.#snapshotText !== undefined) return void use(this.#snapshotText);
    this.#writtenAt = this.#deps.clock.now();
    const text = this.#writer.write(snapshot);
    if (typeof text === 'string') {
      this.#snapshotText = text;
      return void use(text);
    }
    this.#hold(async () => {
      this.#snapshotText = await text;
      await use(this.#snapshotText);
    });
  }

  #welcome(): void {
    this.#cancelWelcome = undefined;
    // The task that holds the patches back admits newcomers at its end.
    if (!this.#held) this.#write((text) => this.#admit(text));
    else void this.#held.then(() => this.#isClosed || this.#welcome());
  }

  /** Adds new clients as listeners; if there are many, a few in each turn, while patches are delayed. */
  #admit(text: string | undefined): void | Promise<void> {
    let count = 0;
    for (const listener of this.#newcomers) {
      this.#newcomers.delete(listener);
      this.#listeners.add(listener);
      if (text !== undefined) listener.onSnapshot(text);
      if (++count % welcomesAtOnce !== 0 || this.#newcomers.size === 0) continue;
      const pause = processTurns.pause();
      if (!pause) continue;
      const rest = async () => {
        await pause;
        await this.#admit(text);
      };
      if (this.#held) return rest();
      this.#hold(rest);
      return;
    }
  }

  #refetch(): void {
    this.#hold(async () => {
      while (!this.#isClosed && this.#replica.state === undefined) await this.#fetch();
      const snapshot = this.snapshot();
      if (snapshot === undefined) return;
      this.#writtenAt = this.#deps.clock.now();
      this.#snapshotText = await this.#writer.write(snapshot);
      for (const listener of this.#listeners) {
        listener.onSnapshot(this.#snapshotText);
        await processTurns.pause();
      }
    });
  }

  async #fetch(): Promise<void> {
    const { clock, getSnapshot, log, robotKind } = this.#deps;
    try {
      this.#replica.reset(await getSnapshot());
      this.#writer.reset();
      this.#snapshotText = undefined;
    } catch (error) {
      log.debug('no snapshot yet', { robotKind, error });
      await clock.sleep(snapshotIntervalMS);
    }
  }

  #takePatch(text: string, packet: unknown): void {
    // Clients verify patches themselves, and need not wait for the check here; an invalid one is followed by a
    // snapshot.
    if (hasSeq(packet, this.#replica.seq + 1)) for (const listener of this.#listeners) listener.onPatch(text);
    const outcome = this.#apply(packet);
    if (outcome !== 'stale') this.#snapshotText = undefined;
    if (outcome === 'mismatch') this.#refetch();
  }

  #apply(packet: unknown): PatchOutcome {
    const patch = statePatchSchema.safeParse(packet);
    if (patch.success) {
      this.#writer.note(patch.data.patch);
      return this.#replica.apply(patch.data);
    }
    const { log, robotKind } = this.#deps;
    log.warn('bad packet', { robotKind, error: patch.error });
    this.#replica.clear();
    return 'mismatch';
  }
}

function hasSeq(packet: unknown, seq: number): boolean {
  return typeof packet === 'object' && packet !== null && 'seq' in packet && packet.seq === seq;
}
