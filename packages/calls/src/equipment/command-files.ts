import { filesCommandSchema, filesOutcomeSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

export const commandFiles = defineCall({
  name: 'commandFiles',
  owner: 'equipment',
  section: 'Devices',
  summary: 'List, fetch, send and delete files of a device',
  description:
    'Paths are relative to the folder of the device. Paths outside it are refused, as is one with what a shell or a ' +
    'server may read as something else. The live robot reaches the server itself, the simulated one its simulator. ' +
    'What the server refuses is invalid_parameters with its own words; unavailable: it does not answer; conflict: it ' +
    'is at work, or whether the file was changed is not known. A file has at most 1 MiB.',
  http: { method: 'POST', path: '/equipment/:id/files' },
  scope: 'robot',
  input: z.object({ id: idField, robotKind: robotKindField }),
  document: filesCommandSchema,
  output: filesOutcomeSchema,
  access: 'connectToRobot',
  effect: 'atMostOnce',
  audit: { action: 'devices.changeFiles', target: 'equipment/:id' },
  // As long as a server may take for a file by its configuration.
  deadlineMS: 660_000,
});
