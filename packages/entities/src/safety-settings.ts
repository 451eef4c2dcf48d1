import { type SafetySettings, safetySettingsSchema } from '@cellwright/domain/robot';
import { defineEntity } from './framework/definition.ts';

/** Meaning of the robot's safety inputs and outputs. */
export const safetySettings = defineEntity<SafetySettings>({
  name: 'safetySettings',
  noun: 'safety settings document',
  description: 'Functions of the safety inputs and outputs of the robot; the only document has the id 1',
  owner: 'library',
  schema: safetySettingsSchema,
  singleton: '1',
  history: 'versions',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  filters: { robotID: 'string' },
});
