import { type Clock, type Obstacle, robotKindSchema } from '@cellwright/domain';
import type { SessionLog } from '../cell.ts';
import type { SceneKeeper } from './scene-keeper.ts';

/** Source of the environment objects of the cell. */
export interface ObjectSource {
  /** Returns all of them as obstacles, at their current poses. @throws ProductError unavailable */
  list(): Promise<readonly Obstacle[]>;
}

export interface ObjectKeeperParts {
  readonly source: ObjectSource;
  readonly scenes: Pick<SceneKeeper, 'placeObjects'>;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** Delay before an unreachable source is read again, ms. */
const retryAfterMS = 2000;
/** Interval of comparisons that find changes without an event, ms. */
const compareEveryMS = 30_000;

/** Copies the environment objects of the cell into the planning scenes of its robots, and follows their changes. */
export class ObjectKeeper {
  private readonly parts: ObjectKeeperParts;
  private cancelTimer = () => {};
  private isClosed = false;
  private isReading = false;
  private isOutdated = false;
  private isAway = false;

  constructor(parts: ObjectKeeperParts) {
    this.parts = parts;
  }

  /** Called after a change of space items and at the start: several changes at once cost one more read. */
  refresh(): void {
    this.isOutdated = true;
    if (!this.isReading) void this.read();
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer();
  }

  private async read(): Promise<void> {
    this.isReading = true;
    this.cancelTimer();
    let isDone = true;
    while (this.isOutdated && isDone && !this.isClosed) {
      this.isOutdated = false;
      isDone = await this.readOnce();
    }
    this.isReading = false;
    if (this.isClosed) return;
    this.cancelTimer = this.parts.clock.schedule(isDone ? compareEveryMS : retryAfterMS, () => this.refresh());
  }

  private async readOnce(): Promise<boolean> {
    const { source, scenes, log } = this.parts;
    try {
      const objects = await source.list();
      for (const robotKind of robotKindSchema.options) await scenes.placeObjects(robotKind, objects);
      this.isAway = false;
      return true;
    } catch (error) {
      // The former objects stay: an unreachable source never makes space count as free.
      if (!this.isAway) log.warn('the environment objects of the cell are unknown; the former ones stay', { error });
      this.isAway = true;
      return false;
    }
  }
}
