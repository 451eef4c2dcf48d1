import type { Clock } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { Obstacle } from '@cellwright/domain/space';
import type { SessionLog } from '../cell.ts';
import type { PlanningScenes } from './planning-scenes.ts';

/** Source of the environment objects of the cell. */
export interface ObjectSource {
  /** Returns all of them as obstacles, at their current poses. @throws ProductError unavailable */
  list(): Promise<readonly Obstacle[]>;
}

export interface SceneObjectsParts {
  readonly source: ObjectSource;
  readonly scenes: Pick<PlanningScenes, 'placeObjects'>;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** Delay before an unreachable source is read again, ms. */
const retryAfterMS = 2000;
/** Interval of comparisons that find changes without an event, ms. */
const compareEveryMS = 30_000;

/** Copies the environment objects of the cell into the planning scenes of its robots, and follows their changes. */
export class SceneObjects {
  private readonly parts: SceneObjectsParts;
  /** Objects as they were read last; undefined before the first time. */
  private objects: readonly Obstacle[] | undefined;
  /** Objects that are no obstacles for a robot now, by their space item. */
  private readonly freed = new Map<RobotKind, ReadonlySet<string>>();
  private cancelTimer = () => {};
  private isClosed = false;
  private isReading = false;
  private isOutdated = false;
  private isAway = false;

  constructor(parts: SceneObjectsParts) {
    this.parts = parts;
  }

  /** Called after a change of space items and at the start: several changes at once cost one more read. */
  refresh(): void {
    this.isOutdated = true;
    if (!this.isReading) void this.read();
  }

  /** Returns an object, whether it is an obstacle now or not; undefined when there is none. */
  find(spaceItemID: string): Obstacle | undefined {
    return this.objects?.find((object) => object.spaceItemID === spaceItemID);
  }

  /** Takes objects out of the obstacles of a robot; every other one is an obstacle. @throws ProductError */
  async free(robotKind: RobotKind, spaceItemIDs: ReadonlySet<string>): Promise<void> {
    this.freed.set(robotKind, spaceItemIDs);
    await this.place(robotKind);
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
    const { source, log } = this.parts;
    try {
      this.objects = await source.list();
      for (const robotKind of robotKindSchema.options) await this.place(robotKind);
      this.isAway = false;
      return true;
    } catch (error) {
      // The former objects stay: an unreachable source never makes space count as free.
      if (!this.isAway) log.warn('the environment objects of the cell are unknown; the former ones stay', { error });
      this.isAway = true;
      return false;
    }
  }

  private async place(robotKind: RobotKind): Promise<void> {
    const freed = this.freed.get(robotKind);
    if (!this.objects) return;
    const objects = this.objects.filter(({ spaceItemID = '' }) => !freed?.has(spaceItemID));
    await this.parts.scenes.placeObjects(robotKind, objects);
  }
}
