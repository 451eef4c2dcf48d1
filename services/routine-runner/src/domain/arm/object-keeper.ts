import { type Clock, type Obstacle, robotKindSchema } from '@cellwright/domain';
import type { SessionLog } from '../cell.ts';
import type { SceneKeeper } from './scene-keeper.ts';

/** Where the environment objects of the cell are kept. */
export interface ObjectSource {
  /** All of them as obstacles, where they stand now. @throws ProductError unavailable */
  list(): Promise<readonly Obstacle[]>;
}

export interface ObjectKeeperParts {
  readonly source: ObjectSource;
  readonly scenes: Pick<SceneKeeper, 'placeObjects'>;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** A source that was away is asked again after this, ms. */
const retryAfterMS = 2000;
/** A change that nobody told of is seen after this, ms. */
const compareEveryMS = 30_000;

/** Brings the environment objects of the cell into the planning scenes of its robots, and follows their changes. */
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

  /** A space item changed, or the first look: several changes at once cost one more look. */
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
      // Those of before stay where they are: nothing is taken for free because nobody answers.
      if (!this.isAway) log.warn('the environment objects of the cell are not known; those of before stay', { error });
      this.isAway = true;
      return false;
    }
  }
}
