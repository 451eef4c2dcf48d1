import { type Clock, timeScaleOf } from '@cellwright/domain/basics';
import { controllerRateHz } from '@cellwright/domain/robot';
import type { ControllerCore } from './domain/controller-core.ts';

/** Maximum delay of set-points that are caught up, real seconds; after a longer delay the motion continues later. */
const longestCatchUp = 0.1;
/** Time between two set-points. */
const tickMS = 1000 / controllerRateHz;
/** Reading time of the sockets that counts as long, seconds. */
const longRead = 0.02;
/** Maximum number of times the sockets are read before time advances. */
const mostRounds = 4;

export interface PacerOptions {
  readonly core: ControllerCore;
  readonly clock: Clock;
  /** Runs a callback after the sockets have been read. */
  readonly afterInput: (callback: () => void) => void;
  /** Called when time has advanced in the core. */
  readonly onAdvanced: () => void;
}

/**
 * Runs the core in real time: wakes it when something is due and lets it sleep otherwise. Ticks do not drift, because
 * their times come from the core and are not counted in timers. Data that arrived while the process was kept from
 * running is read before time advances, so a stall here is not mistaken for a silent commander. A stall of the whole
 * machine does not count as silence: the commander could not send, and the arm has not moved meanwhile.
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

  /** Processes everything that is due, and schedules the next wake. Call it before every command. */
  advance(): void {
    const { core } = this.options;
    const { time } = this;
    if (core.tickDue !== undefined && time - core.tickDue > longestCatchUp * timeScaleOf(this.options.clock))
      core.postponeTicks(time);
    core.advanceTo(time);
    this.schedule();
  }

  /**
   * Advances and then runs `callback`, once the sockets have been read. If reading took long, more data may have
   * arrived; then the sockets are read again first.
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

  /** Sets the timer for the next event; an earlier timer is kept. */
  schedule(): void {
    const { due } = this.options.core;
    if (due === undefined || this.isStopped) return;
    if (this.wakesAt !== undefined && this.wakesAt <= due) return;
    this.cancel();
    this.wakesAt = due;
    // With scaled time, several ticks are due at one wake: the process does not wake, or send its state, more often.
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
