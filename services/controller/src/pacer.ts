import { type Clock, controllerRateHz, timeScaleOf } from '@cellwright/domain';
import type { ControllerCore } from './domain/controller-core.ts';

/** Set-points that are this late are made up for; later than that the motion goes on later instead, real seconds. */
const longestCatchUp = 0.1;
/** The time between two set-points. */
const tickMS = 1000 / controllerRateHz;
/** Reading the sockets took long when it took this, seconds. */
const longRead = 0.02;
/** Most times the sockets are read before time moves on. */
const mostRounds = 4;

export interface PacerOptions {
  readonly core: ControllerCore;
  readonly clock: Clock;
  /** Runs a callback after the sockets have been read. */
  readonly afterInput: (callback: () => void) => void;
  /** Called when time has passed in the core. */
  readonly onAdvanced: () => void;
}

/**
 * Real time for the core: wakes it when something falls due and lets it sleep otherwise. Ticks do not drift, because
 * their times are the core's and not counted in timers. What arrived while the process was kept from running is read
 * before time moves on, so a stall here is not taken for a silent commander. A stall of the whole machine is not counted as
 * silence: the commander has had no time to beat, and the arm has not moved meanwhile.
 */
export class Pacer {
  private readonly options: PacerOptions;
  private wakesAt: number | undefined;
  private cancel: () => void = () => undefined;
  private isStopped = false;

  constructor(options: PacerOptions) {
    this.options = options;
  }

  /** The controller's clock, seconds. */
  get time(): number {
    return this.options.clock.now() / 1000;
  }

  /** Lets what is due happen, and sees to it that the next wake comes in time. Call it before every command. */
  advance(): void {
    const { core } = this.options;
    const { time } = this;
    if (core.tickDue !== undefined && time - core.tickDue > longestCatchUp * timeScaleOf(this.options.clock))
      core.postponeTicks(time);
    core.advanceTo(time);
    this.schedule();
  }

  /**
   * Advances and then runs `callback`, once the sockets have been read. When reading took long, more may have arrived
   * meanwhile: then they are read again first.
   */
  advanceThen(callback: () => void, rounds = mostRounds): void {
    const asked = this.time;
    this.options.afterInput(() => {
      if (this.isStopped) return;
      if (this.time - asked > longRead * timeScaleOf(this.options.clock) && rounds > 1) {
        this.advanceThen(callback, rounds - 1);
        return;
      }
      this.advance();
      callback();
    });
  }

  stop(): void {
    this.isStopped = true;
    this.cancel();
  }

  private excuseStall(seconds: number): void {
    if (seconds > longestCatchUp * timeScaleOf(this.options.clock)) this.options.core.excuseSilence(seconds);
  }

  /** Sets the timer for what is due next; an earlier wake than needed is kept. */
  schedule(): void {
    const { due } = this.options.core;
    if (due === undefined || this.isStopped) return;
    if (this.wakesAt !== undefined && this.wakesAt <= due) return;
    this.cancel();
    this.wakesAt = due;
    // With scaled time several ticks fall due at a wake: the process wakes, and sends its state, no more often for it.
    const atOnceMS = (timeScaleOf(this.options.clock) - 1) * tickMS;
    const delay = Math.max(0, Math.ceil((due - this.time) * 1000 + (this.options.core.isMoving ? atOnceMS : 0)));
    const expected = this.time + (delay / 1000) * timeScaleOf(this.options.clock);
    this.cancel = this.options.clock.schedule(delay, () => {
      this.wakesAt = undefined;
      this.excuseStall(this.time - expected);
      this.advanceThen(this.options.onAdvanced);
    });
  }
}
