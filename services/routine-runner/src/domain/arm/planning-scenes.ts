import { type Clock, ProductError, SerialQueue } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import {
  changeScene,
  changeSceneBoxes,
  emptyScene,
  type Obstacle,
  type PlanningScene,
  placeObjects,
  type SceneChange,
  type SceneChangeResult,
  type VisualizationChange,
} from '@cellwright/domain/space';
import type { SessionLog } from '../cell.ts';

export interface SceneStore {
  load(robotKind: RobotKind): Promise<PlanningScene | undefined>;
  /** Returns false when the stored scene is not the revision before this one. */
  save(scene: PlanningScene): Promise<boolean>;
}

/** The planner's copy of the scenes. */
export interface ScenePlanner {
  /** Returns the planner's notes on the scene, in sentences. */
  put(scene: PlanningScene): Promise<readonly string[]>;
  /** Undefined when the planner has none. */
  findRevision(robotKind: RobotKind): Promise<number | undefined>;
}

export interface ChangedScene {
  readonly revision: number;
  /** Notes of the planner on the scene, in sentences; empty while it is away. */
  readonly notes: readonly string[];
}

export interface PlanningScenesParts {
  readonly store: SceneStore;
  readonly planner: ScenePlanner;
  readonly clock: Clock;
  readonly log: SessionLog;
  /** Called with every scene as soon as it is current. */
  readonly onScene?: (scene: PlanningScene) => void;
}

/** Interval at which the planner's copies are compared, ms: it may have restarted. */
const compareEveryMS = 2000;

/** The planning scenes of the robots: stored before a change is answered, and copied to the planner. */
export class PlanningScenes {
  private readonly scenes = new Map<RobotKind, PlanningScene>();
  private readonly parts: PlanningScenesParts;
  /** Changes run one after the other. */
  private readonly changes = new SerialQueue();
  private cancelTimer = () => {};
  private isClosed = false;
  private isPlannerAway = false;

  constructor(parts: PlanningScenesParts) {
    this.parts = parts;
  }

  /** Reads the stored scenes and starts to update the planner's copies. */
  async load(): Promise<void> {
    for (const robotKind of robotKindSchema.options) {
      const stored = await this.parts.store.load(robotKind);
      if (stored) this.keep(stored);
    }
    void this.compare();
  }

  current(robotKind: RobotKind): PlanningScene {
    return this.scenes.get(robotKind) ?? emptyScene(robotKind);
  }

  /** Changes a scene. @throws ProductError when the change names a missing object, or cannot be stored. */
  change(robotKind: RobotKind, change: SceneChange): Promise<ChangedScene> {
    return this.commit(robotKind, (scene) => changeScene(scene, change));
  }

  /** Replaces the environment objects of the cell in a scene. @throws ProductError as `change`. */
  placeObjects(robotKind: RobotKind, objects: readonly Obstacle[]): Promise<ChangedScene> {
    return this.commit(robotKind, (scene) => placeObjects(scene, objects));
  }

  /** Shows or hides boxes on pallets in a scene. @throws ProductError as `change`. */
  changeBoxes(
    robotKind: RobotKind,
    change: VisualizationChange,
    nameOf: Parameters<typeof changeSceneBoxes>[2],
  ): Promise<ChangedScene> {
    return this.commit(robotKind, (scene) => changeSceneBoxes(scene, change, nameOf));
  }

  private commit(robotKind: RobotKind, change: (scene: PlanningScene) => SceneChangeResult): Promise<ChangedScene> {
    return this.changes.run(async () => {
      const before = this.current(robotKind);
      const result = change(before);
      if (!result.ok) {
        const code = { unknown: 'not_found', exists: 'conflict', isObject: 'conflict', tooLarge: 'too_large' } as const;
        throw new ProductError(code[result.error.reason], result.error.message);
      }
      const scene = result.value;
      if (scene === before) return { revision: scene.revision, notes: [] };
      if (!(await this.parts.store.save(scene))) {
        throw new ProductError('conflict', 'Another client changed the planning scene. Try again');
      }
      this.keep(scene);
      // The next plan uses this scene: an unreachable planner gets it later, and refuses plans until then.
      const notes = await this.parts.planner.put(scene).catch((error: unknown) => {
        this.note(error);
        return [];
      });
      return { revision: scene.revision, notes };
    });
  }

  private keep(scene: PlanningScene): void {
    this.scenes.set(scene.robotKind, scene);
    this.parts.onScene?.(scene);
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer();
  }

  private async compare(): Promise<void> {
    for (const robotKind of robotKindSchema.options) {
      try {
        const scene = this.current(robotKind);
        if ((await this.parts.planner.findRevision(robotKind)) !== scene.revision) await this.parts.planner.put(scene);
        this.isPlannerAway = false;
      } catch (error) {
        this.note(error);
      }
    }
    if (!this.isClosed) this.cancelTimer = this.parts.clock.schedule(compareEveryMS, () => void this.compare());
  }

  /** Logs an error once for each outage. */
  private note(error: unknown): void {
    if (!this.isPlannerAway) this.parts.log.warn('the planner does not accept the planning scene', { error });
    this.isPlannerAway = true;
  }
}
