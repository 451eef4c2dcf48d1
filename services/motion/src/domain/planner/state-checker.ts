import type { CollisionWorld } from '@cellwright/collision';

/**
 * What a planner needs to know about the world. Configurations are `dof` joint angles in a flat array from an offset
 * on, rad. A CollisionWorld is one.
 */
export type StateChecker = Pick<
  CollisionWorld,
  'dof' | 'checks' | 'isConfigurationClear' | 'isMotionClear' | 'clearShare' | 'checkConfiguration' | 'listContacts'
>;
