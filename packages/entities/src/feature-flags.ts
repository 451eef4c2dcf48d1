import { type FeatureFlags, featureFlagsSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Enabled features of the whole cell. The catalogue with titles and sections is in packages/domain. */
export const featureFlags = defineEntity<FeatureFlags>({
  name: 'featureFlags',
  noun: 'set of feature flags',
  description: 'Switches of optional features; all are off by default',
  owner: 'identity',
  schema: featureFlagsSchema,
  version: 2,
  migrations: [
    {
      to: 2,
      describe: 'there is a flag for a start by a tap',
      migrate: (flags) => flags,
    },
  ],
  singleton: '1',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  isReplicated: true,
});
