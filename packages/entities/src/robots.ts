import { type RobotRecord, robotRecordSchema } from '@cellwright/domain/robot';
import { defineEntity } from './framework/definition.ts';

/** The robot of the cell, live and simulated: its settings, and the last report of its session. */
export const robots = defineEntity<RobotRecord>({
  name: 'robots',
  noun: 'robot',
  description:
    'The robot in its two contexts, live and simulated. Its name and the names of its ports can be changed; the rest is the state of its session',
  owner: 'routine-runner',
  schema: robotRecordSchema,
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'author', remove: 'nobody' },
  filters: { robotID: 'string', isDefault: 'boolean', latestRoutineID: 'string', name: 'string' },
  sort: ['name'],
  order: ['name'],
  isReplicated: true,
});
