import { type RobotIdentity, robotIdentitySchema } from '@cellwright/domain/robot';
import { defineEntity } from './framework/definition.ts';

/** Names of this cell's robot and its use. */
export const robotIdentity = defineEntity<RobotIdentity>({
  name: 'robotIdentity',
  noun: 'robot identity',
  description: 'Name and number of the robot, its remote access, and its assembly mode',
  owner: 'identity',
  schema: robotIdentitySchema,
  singleton: '1',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  isReplicated: true,
});
