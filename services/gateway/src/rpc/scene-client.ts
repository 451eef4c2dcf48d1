import type { RobotKind } from '@cellwright/domain/robot';
import type { SceneChange } from '@cellwright/domain/space';
import type { Clients } from './clients.ts';
import { toWireRobotKind } from './robot-kind.ts';

export interface SceneClient {
  /**
   * Returns the revision of the scene with the change, and the message of the planner, in sentences. @throws
   * ProductError if it names a missing object.
   */
  change(
    robotKind: RobotKind,
    change: SceneChange,
  ): Promise<{ readonly revision: number; readonly notes: readonly string[] }>;
}

/** The runner owns the planning scenes. */
export function createSceneClient(runner: Clients['runner']): SceneClient {
  return {
    async change(robotKind, change) {
      const changeJson = Buffer.from(JSON.stringify(change));
      const { revision, notes } = await runner.changeScene({ robotKind: toWireRobotKind(robotKind), changeJson });
      return { revision, notes };
    },
  };
}
