import type { JointSource } from '../arm-view/joint-source.ts';

export const playbackSpeeds = [1, 2, 4, 8] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

/** State of a recording at an instant. */
export interface RecordedInstant {
  /** Seconds since the start. */
  readonly at: number;
  /** Same object until it changes. */
  readonly state: unknown;
  /** Joint angles, rad; null where none are known. */
  readonly joints: readonly number[] | null;
}

/** Start and end of a recording, s. */
export interface Recorded {
  readonly from: number;
  readonly to: number;
}

/** Recording of a run or of a dry run. */
export interface Player<Instant extends RecordedInstant> {
  readonly replay: Recorded;
  /** Returns the instant; undefined while it must be loaded. */
  peek(at: number): Instant | undefined;
  /** Loads and returns the instant. @throws the reason why there is none */
  seek(at: number): Promise<Instant>;
}

/** Status of a playback for the screen. */
export interface PlaybackStatus<Instant extends RecordedInstant> {
  /** Undefined until the first instant was loaded. */
  readonly instant: Instant | undefined;
  /** Requested position, seconds since the start; the instant follows when it is loaded. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
  readonly error: string | undefined;
}

/** Update interval of displayed numbers during playback, s of real time. */
const showEverySeconds = 0.1;

/** Controls of a playback. */
export interface Controls {
  setSpeed(speed: PlaybackSpeed): void;
  play(): void;
  pause(): void;
  /** Seeks to an instant. */
  goTo(wanted: number): void;
}

/** Plays a recording: the arm in every frame without React renders, all else a few times a second. */
export class Playback<Instant extends RecordedInstant> implements Controls {
  private value: PlaybackStatus<Instant>;
  private readonly player: Player<Instant>;
  private readonly listeners = new Set<() => void>();
  private readonly jointListeners = new Set<() => void>();
  private joints: readonly number[] | undefined;
  private sinceShown = 0;
  private isAsking = false;

  constructor(player: Player<Instant>) {
    this.player = player;
    this.value = { instant: undefined, at: player.replay.from, isPlaying: false, speed: 1, error: undefined };
    this.goTo(player.replay.from);
  }

  get status(): PlaybackStatus<Instant> {
    return this.value;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Returns the joint angles for a picture of the arm. */
  get source(): JointSource {
    const joints = () => this.joints;
    return {
      get joints() {
        return joints();
      },
      subscribe: (listener) => {
        this.jointListeners.add(listener);
        return () => void this.jointListeners.delete(listener);
      },
    };
  }

  setSpeed(speed: PlaybackSpeed): void {
    this.show({ speed });
  }

  /** Continues to play; from the start if it is at the end. */
  play(): void {
    const { from, to } = this.player.replay;
    this.show({ isPlaying: true });
    if (this.value.at >= to) this.goTo(from);
  }

  pause(): void {
    this.show({ isPlaying: false });
  }

  /** Seeks to an instant; the last requested one is shown. */
  goTo(wanted: number): void {
    const { from, to } = this.player.replay;
    const at = Math.min(Math.max(wanted, from), to);
    this.show({ at });
    this.load();
  }

  /** Advances the playback by `seconds` of real time. Waits for data that is not loaded yet. */
  tick(seconds: number): void {
    const { isPlaying, at, speed, instant } = this.value;
    if (!isPlaying || this.isAsking) return;
    const { to } = this.player.replay;
    const next = Math.min(to, at + seconds * speed);
    const found = this.tryPeek(next);
    if (!found) {
      if (this.value.isPlaying) this.goTo(next);
      return;
    }
    this.sinceShown += seconds;
    this.moveTo(found);
    const isShown = this.sinceShown >= showEverySeconds || found.state !== instant?.state || next === to;
    if (isShown) this.show({ instant: found, at: next, isPlaying: next < to });
    else this.value = { ...this.value, at: next };
  }

  private tryPeek(at: number): Instant | undefined {
    try {
      return this.player.peek(at);
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  private load(): void {
    if (this.isAsking) return;
    const { at } = this.value;
    const found = this.tryPeek(at);
    if (found) {
      this.moveTo(found);
      this.show({ instant: found, error: undefined });
      return;
    }
    this.isAsking = true;
    this.player.seek(at).then(
      (instant) => {
        this.isAsking = false;
        // The user has moved on meanwhile.
        if (this.value.at !== at) return this.load();
        this.moveTo(instant);
        this.show({ instant, error: undefined });
      },
      (error: unknown) => {
        this.isAsking = false;
        if (this.value.at !== at) return this.load();
        this.fail(error);
      },
    );
  }

  private fail(error: unknown): void {
    this.show({ isPlaying: false, error: error instanceof Error ? error.message : String(error) });
  }

  private moveTo({ joints }: Instant): void {
    this.joints = joints ?? undefined;
    for (const listener of this.jointListeners) listener();
  }

  private show(changes: Partial<PlaybackStatus<Instant>>): void {
    this.sinceShown = 0;
    this.value = { ...this.value, ...changes };
    for (const listener of this.listeners) listener();
  }
}
