import { equipmentInspectionSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

export const inspectEquipment = defineCall({
  owner: 'equipment',
  section: 'Devices',
  scope: 'robot',
  access: 'controlPanel',
  name: 'inspectEquipment',
  summary: 'Inspect the state, the last errors and the newest traffic of devices',
  description:
    'The live robot inspects the connections to the devices themselves, the simulated one those to their simulators. The ' +
    'newest frames of each connection are stored, with the first bytes of each. Passwords, tokens and cookies in them are ' +
    'replaced by asterisks before they are stored. For one device the answer has more of its frames than for all devices.',
  http: { method: 'GET', path: '/equipment-inspection' },
  input: z.object({ id: idField.optional().describe('Only this device'), robotKind: robotKindField }),
  output: equipmentInspectionSchema,
  effect: 'none',
  // The first answers of devices are waited for.
  deadlineMS: 15_000,
});
