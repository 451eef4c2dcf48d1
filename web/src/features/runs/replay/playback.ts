import type { Instant, ReplayPlayer } from '@cellwright/client';
import type { JointSource } from '../../../parts/arm-view/joint-source.ts';

export const playbackSpeeds = [1, 2, 4, 8] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

/** Status of a playback for the screen. */
export interface PlaybackStatus {
  /** Undefined until the first instant was loaded. */
  readonly instant: Instant | undefined;
  /** Requested position, seconds since the run began; the instant follows when it is loaded. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
  readonly error: string | undefined;
}

/** Update interval of displayed numbers during playback, s of real time. */
const showEverySeconds = 0.1;

/** Plays a recorded run: the arm in every frame without React renders, all else a few times a second. */
export class Playback {
  private value: PlaybackStatus;
  private readonly player: ReplayPlayer;
  private readonly listeners = new Set<() => void>();
  private readonly jointListeners = new Set<() => void>();
  private joints: readonly number[] | undefined;
  private sinceShown = 0;
  private isAsking = false;

  constructor(player: ReplayPlayer) {
    this.player = player;
    this.value = { instant: undefined, at: player.replay.from, isPlaying: false, speed: 1, error: undefined };
    this.goTo(player.replay.from);
  }

  get status(): PlaybackStatus {
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

  private show(changes: Partial<PlaybackStatus>): void {
    this.sinceShown = 0;
    this.value = { ...this.value, ...changes };
    for (const listener of this.listeners) listener();
  }
}
