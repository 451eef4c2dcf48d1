import { keepStopping, type StopWay } from '@cellwright/client';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { cellErrors } from '../../i18n/cell-errors.ts';

/** Time after which a stop without confirmation is shown in the notice, ms. */
const noticeAfterMS = 1500;

export type StopPressState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sent' }
  /** The stop is still being sent. */
  | { readonly kind: 'unreached'; readonly robots: readonly RobotKind[]; readonly reason: string | undefined }
  /** The cell does not accept this browser; nothing is sent. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'reachedLate'; readonly afterMS: number };

interface Deps {
  readonly robots: readonly RobotKind[];
  readonly waysOf: (robot: RobotKind) => readonly StopWay[];
  readonly clock: Clock;
  /** Stores across a reload of the page that a stop is not confirmed; null once there is none. */
  readonly remember: (pressedAt: number | null) => void;
}

interface Pending {
  readonly end: () => void;
  isRefused: boolean;
  reason: string | undefined;
}

/**
 * Stop that a person pressed: it is sent to every robot until each has confirmed it. A shown notice stays until it is
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

  /**
   * Sends a stop to every robot; a stop that is still being sent starts again. `pressedAt` is the time of a press
   * before a reload.
   */
  press(pressedAt?: number): void {
    const { clock, robots, remember } = this.deps;
    if (this.pending.size === 0) {
      this.pressedAt = pressedAt ?? clock.now();
      // The stop was not confirmed before the reload, so the notice shows at once.
      this.isTold = pressedAt !== undefined;
    }
    this.endSending();
    remember(this.pressedAt);
    for (const robot of robots) this.send(robot);
    this.cancelTelling = clock.schedule(noticeAfterMS, () => this.tell());
    this.show();
  }

  /** Closes the notice. A stop that is not confirmed is given up. */
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
        const said = cellErrors.translate(error);
        const known = said instanceof ProductError ? said : undefined;
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
