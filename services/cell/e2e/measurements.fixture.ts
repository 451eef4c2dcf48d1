/** For tests: the file of an entity that is not part of the product. */
import { defineEntity } from '@cellwright/entities';
import * as z from 'zod';

export const measurements = defineEntity({
  name: 'gaugeMeasurements',
  noun: 'measurement',
  description: 'Measurements of gauges',
  owner: 'library',
  schema: z.object({
    id: z.string(),
    name: z.string().min(1),
    errorMM: z.number().min(0).describe('mm'),
    isGood: z.boolean().default(true),
  }),
  idPrefix: 'message',
  history: 'versions',
  may: { find: 'signedIn', get: 'signedIn', create: 'connectToRobot', patch: 'connectToRobot', remove: 'controlPanel' },
  filters: { name: 'string', isGood: 'boolean' },
  sort: ['errorMM'],
});
