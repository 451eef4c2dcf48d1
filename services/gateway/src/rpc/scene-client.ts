import type { RobotKind } from '@cellwright/domain/robot';
import type { SceneChange } from '@cellwright/domain/space';
import type { Identity } from '../domain/identity.ts';
import type { Clients } from './clients.ts';
import { toWireRobotKind } from './robot-kind.ts';
import { toWireCaller } from './wire-proof.ts';

export interface SceneClient {
  /**
   * Changes the scene for a client. Returns the revision of the scene with the change, and the message of the planner, in
   * sentences. @throws ProductError if it names a missing object.
   */
  change(
    robotKind: RobotKind,
    sessionID: string,
    identity: Identity,
    change: SceneChange,
  ): Promise<{ readonly revision: number; readonly notes: readonly string[] }>;
}

/** The runner owns the planning scenes. */
export function createSceneClient(runner: Clients['runner']): SceneClient {
  return {
    async change(robotKind, sessionID, identity, change) {
      const changeJson = Buffer.from(JSON.stringify(change));
      const caller = toWireCaller(sessionID, identity);
      const { revision, notes } = await runner.changeScene({
        robotKind: toWireRobotKind(robotKind),
        caller,
        changeJson,
      });
      return { revision, notes };
    },
  };
}
