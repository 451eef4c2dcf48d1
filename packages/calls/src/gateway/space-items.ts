import { currentSpaceItemSchema, teachTargetSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import { provePallets } from '../dry-run/proofs.ts';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

const common = {
  owner: 'gateway',
  section: 'Space items',
  scope: 'robot',
  input: z.object({ id: idField, robotKind: robotKindField }),
  access: 'connectToRobot',
} as const;

export const teachItem = defineCall({
  ...common,
  name: 'teachItem',
  summary: 'Teach a space item at the current position of the arm',
  description:
    'Puts joint angles and tool pose of the robot into a position (without an index: one more, or the only one), a corner of a grid, or the pose of an object.',
  http: { method: 'POST', path: '/space-items/:id/teach' },
  document: teachTargetSchema,
  output: z.object({ item: currentSpaceItemSchema, version: z.number() }),
  effect: 'atMostOnce',
  deadlineMS: 15_000,
});

export const proveStoredPallets = defineCall({
  ...common,
  name: 'proveStoredPallets',
  summary: 'Check that the boxes of a space item can be stacked on its pallets',
  description: provePallets.description ?? '',
  http: { method: 'POST', path: '/space-items/:id/prove' },
  output: provePallets.output,
  effect: 'none',
  agent: 'dryRun',
  deadlineMS: provePallets.deadlineMS,
});
