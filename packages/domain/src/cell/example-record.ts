import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { robotKindSchema } from '../robot/robot.ts';

/** Kinds of items that an example adds to a cell. */
export const exampleThings = [
  'routines',
  'equipment',
  'globalVariables',
  'globalSpace',
  'codeBlocks',
  'featureFlags',
  'contactSurfaces',
  'mountedTools',
  'cameraCalibrations',
  'looseParts',
] as const;
export type ExampleThing = (typeof exampleThings)[number];

/** An item that an example needs or has added. */
export const exampleItemSchema = z.object({
  thing: z.enum(exampleThings),
  id: z
    .string()
    .max(128)
    .describe(
      'Id of the document, name of a feature or surface, kind of a device that is not added yet (also for its calibration), capability of the tool on the flange, or parts for all loose parts',
    ),
  name: z.string().max(200),
});
export type ExampleItem = z.infer<typeof exampleItemSchema>;

export const broughtItemSchema = exampleItemSchema.extend({
  version: z
    .number()
    .int()
    .min(0)
    .describe('Version of the document when it was set up; a newer version was changed by a user'),
});
export type BroughtItem = z.infer<typeof broughtItemSchema>;

/** Items that an example has added to the cell and that can be removed again. */
export const exampleRecordSchema = z.object({
  id: idSchema,
  brought: z.array(broughtItemSchema).max(500).default([]),
  toolsBefore: z
    .partialRecord(robotKindSchema, idSchema.nullable())
    .optional()
    .describe('Tools that the robots carried before the example mounted its own; null: none'),
});
export type ExampleRecord = z.infer<typeof exampleRecordSchema>;
