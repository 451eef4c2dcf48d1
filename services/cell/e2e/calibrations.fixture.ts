/** For tests: the one file of an entity that the product does not have. */
import { defineEntity } from '@cellwright/entities';
import * as z from 'zod';

export const calibrations = defineEntity({
  name: 'cameraCalibrations',
  noun: 'calibration',
  description: 'Calibrations of cameras',
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
