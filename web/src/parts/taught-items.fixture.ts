import type { JointAngles, Position } from '@cellwright/domain/robot';
import type { SpaceItem } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';

export const joints: JointAngles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
export const pose = { ...identityPose, x: 0.5 };

export const item = (id: string, name: string, positions: Position[]): SpaceItem => ({
  id,
  kind: 'freeformPositionList',
  name,
  positions,
  global: false,
});

export const taught: Position = { jointAngles: joints, pose };
/** A position without joint angles. */
export const typed: Position = { pose: { ...identityPose, z: 0.3 } };
/** P1 is taught; Tray has a typed position and one without a pose. */
export const items = [item('space_1', 'P1', [taught]), item('space_2', 'Tray', [typed, { jointAngles: joints }])];
