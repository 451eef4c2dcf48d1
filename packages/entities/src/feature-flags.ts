import { type FeatureFlags, featureFlagsSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Enabled features of the whole cell. The catalogue with titles and sections is in packages/domain. */
export const featureFlags = defineEntity<FeatureFlags>({
  name: 'featureFlags',
  noun: 'set of feature flags',
  description: 'One switch for each feature that is not for every cell; all are off at first',
  owner: 'identity',
  schema: featureFlagsSchema,
  singleton: '1',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  isReplicated: true,
});
