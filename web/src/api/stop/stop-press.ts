import { keepStopping, type StopWay } from '@cellwright/client';
import { type Clock, ProductError, type RobotKind } from '@cellwright/domain';

/** Time after which a stop that some robot has not confirmed is shown in the notice, ms. */
const noticeAfterMS = 1500;

export type StopPressState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sent' }
  /** It goes on being sent. */
  | { readonly kind: 'unreached'; readonly robots: readonly RobotKind[]; readonly reason: string | undefined }
  /** Nothing knows this browser any more: nothing is sent. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'reachedLate'; readonly afterMS: number };

interface Deps {
  readonly robots: readonly RobotKind[];
  readonly waysOf: (robot: RobotKind) => readonly StopWay[];
  readonly clock: Clock;
  /** Remembers across a reload of the page that a stop is not confirmed; null once there is none. */
  readonly remember: (pressedAt: number | null) => void;
}

interface Pending {
  readonly end: () => void;
  isRefused: boolean;
  reason: string | undefined;
}

/**
 * The stop that a person pressed: sent to every robot until each has confirmed it. What a person was told of stays until it is
 * acknowledged. Times are in ms of the clock.
 */
export class StopPress {
  private readonly deps: Deps;
  private readonly pending = new Map<RobotKind, Pending>();
  private readonly listeners = new Set<() => void>();
  private pressedAt = 0;
  private isTold = false;
  private cancelTelling: (() => void) | undefined;
  private shown: StopPressState = { kind: 'none' };

  constructor(deps: Deps) {
    this.deps = deps;
  }

  get state(): StopPressState {
    return this.shown;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Sends a stop to every robot; one that is still being sent begins anew. `pressedAt` is that of an earlier page. */
  press(pressedAt?: number): void {
    const { clock, robots, remember } = this.deps;
    if (this.pending.size === 0) {
      this.pressedAt = pressedAt ?? clock.now();
      // A stop of an earlier page was not confirmed there, which is told at once.
      this.isTold = pressedAt !== undefined;
    }
    this.endSending();
    remember(this.pressedAt);
    for (const robot of robots) this.send(robot);
    this.cancelTelling = clock.schedule(noticeAfterMS, () => this.tell());
    this.show();
  }

  /** The notice was read. A stop that is not confirmed is given up. */
  acknowledge(): void {
    this.endSending();
    this.isTold = false;
    this.show();
  }

  private send(robot: RobotKind): void {
    const end = keepStopping(this.deps.waysOf(robot), this.deps.clock, {
      onConfirmed: () => {
        this.pending.delete(robot);
        this.show();
      },
      onUnreachable: (error) => {
        const known = error instanceof ProductError ? error : undefined;
        pending.isRefused = known?.code === 'authorization_required';
        pending.reason = known?.message;
        this.tell();
      },
    });
    const pending: Pending = { end, isRefused: false, reason: undefined };
    this.pending.set(robot, pending);
  }

  private tell(): void {
    if (this.pending.size > 0) this.isTold = true;
    this.show();
  }

  private show(): void {
    if (this.pending.size === 0) {
      this.cancelTelling?.();
      this.deps.remember(null);
    }
    this.shown = this.describe();
    for (const listener of [...this.listeners]) listener();
  }

  private describe(): StopPressState {
    const open = [...this.pending];
    if (open.length === 0)
      return this.isTold ? { kind: 'reachedLate', afterMS: this.deps.clock.now() - this.pressedAt } : { kind: 'none' };
    if (!this.isTold) return { kind: 'sent' };
    if (open.every(([, { isRefused }]) => isRefused)) return { kind: 'refused' };
    const reason = open.find((each) => each[1].reason !== undefined)?.[1].reason;
    return { kind: 'unreached', robots: open.map(([robot]) => robot), reason };
  }

  private endSending(): void {
    this.cancelTelling?.();
    for (const { end } of this.pending.values()) end();
    this.pending.clear();
  }
}
