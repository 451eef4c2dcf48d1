import type { CollisionWorld } from '@cellwright/collision';

/**
 * The queries of a planner about the world. Configurations are `dof` joint angles in a flat array from an offset on,
 * rad. A CollisionWorld is one.
 */
export type StateChecker = Pick<
  CollisionWorld,
  'dof' | 'checks' | 'isConfigurationClear' | 'isMotionClear' | 'clearShare' | 'checkConfiguration' | 'listContacts'
>;
