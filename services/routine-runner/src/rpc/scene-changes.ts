import { ProductError } from '@cellwright/domain/basics';
import { describeMissingPermission } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import type { SceneChange } from '@cellwright/domain/space';
import type { ChangedScene } from '../domain/arm/planning-scenes.ts';
import type { Caller } from '../domain/core/caller.ts';
import type { CommandAudit } from '../domain/facts/command-auditor.ts';
import { removeObstacleOf, type Scenes } from './remove-obstacle.ts';

interface AuditedScenes extends Scenes {
  readonly sessions: Readonly<
    Record<RobotKind, Scenes['sessions'][RobotKind] & { readonly audit: Pick<CommandAudit, 'admit' | 'noteRefused'> }>
  >;
}

/** Change of a planning scene by a user or program. */
export interface RequestedChange {
  readonly caller: Caller;
  readonly robotKind: RobotKind;
  readonly change: SceneChange;
  /** True if it may remove the box that a routine left on a pallet. */
  readonly removesBoxes?: boolean;
}

export type ChangeSceneFor = (request: RequestedChange) => Promise<ChangedScene>;

/**
 * Creates the function that changes planning scenes for users and programs: the planner avoids what is in them, so each
 * change needs the permission, and is in the audit log first.
 */
export function createSceneChanges(robots: () => AuditedScenes): ChangeSceneFor {
  const make = ({ robotKind, change, removesBoxes = false }: RequestedChange): Promise<ChangedScene> =>
    removesBoxes && change.kind === 'removeObstacle'
      ? removeObstacleOf(robots(), robotKind, change.name)
      : robots().scenes.change(robotKind, change);
  return async (request) => {
    const { caller, robotKind, change } = request;
    const { audit } = robots().sessions[robotKind];
    const command = { caller, kind: change.kind, payload: withoutMesh(change) };
    try {
      if (!caller.permissions.includes('connectToRobot'))
        throw new ProductError('forbidden', describeMissingPermission('connectToRobot', caller.name));
      const admission = await audit.admit(command);
      if (!admission.ok) throw new ProductError(admission.refusal.code, admission.refusal.message);
      return await make(request);
    } catch (error) {
      audit.noteRefused(command, error instanceof ProductError ? error.code : 'internal_server_error');
      throw error;
    }
  };
}

/** Leaves out what is too large to hash in the process that commands the arm. */
function withoutMesh(change: SceneChange): unknown {
  if (change.kind !== 'addObstacle' || change.obstacle.shape.kind !== 'mesh') return change;
  return { ...change, obstacle: { ...change.obstacle, shape: { kind: 'mesh' } } };
}
