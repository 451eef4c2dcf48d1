import { type SpeedProfile, speedProfileSchema } from '@cellwright/domain/robot';
import { defineEntity } from './framework/definition.ts';

/** Speed limits of routines: the factory's presets and user-defined profiles. */
export const speedProfiles = defineEntity<SpeedProfile>({
  name: 'speedProfiles',
  noun: 'speed profile',
  description: 'Speed and force limits of the arm. Factory presets cannot be changed or removed',
  owner: 'library',
  schema: speedProfileSchema,
  create: speedProfileSchema.partial({ id: true, factoryPreset: true }),
  idPrefix: 'speedProfile',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  filters: { name: 'string', factoryPreset: 'string' },
  search: ['name'],
  sort: ['name'],
  keptWhileUsed: true,
});
