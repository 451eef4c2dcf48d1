import type { RobotKind } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';

export type SceneLookup =
  | { readonly ok: true; readonly scene: PlanningScene }
  /** `has` is the stored revision; undefined when none has arrived yet. */
  | { readonly ok: false; readonly has: number | undefined };

/**
 * The newest planning scene of each robot, as its owner sent it. A copy: if it is outdated, the owner sends it again.
 */
export class SceneStore {
  private readonly scenes = new Map<RobotKind, PlanningScene>();

  put(scene: PlanningScene): void {
    this.scenes.set(scene.robotKind, scene);
  }

  /** Returns the scene of a robot in a revision; 0 means the newest. */
  find(robotKind: RobotKind, revision = 0): SceneLookup {
    const scene = this.scenes.get(robotKind);
    if (scene && (revision === 0 || revision === scene.revision)) return { ok: true, scene };
    return { ok: false, has: scene?.revision };
  }

  current(robotKind: RobotKind): PlanningScene | undefined {
    return this.scenes.get(robotKind);
  }
}
