import { type NetworkSettings, networkSettingsSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Settings of the connection between browsers and the cell. */
export const networkSettings = defineEntity<NetworkSettings>({
  name: 'networkSettings',
  noun: 'set of network settings',
  description: 'Whether browsers must use HTTPS',
  owner: 'identity',
  schema: networkSettingsSchema,
  singleton: '1',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  isReplicated: true,
});
