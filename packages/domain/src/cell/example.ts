import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { calibrationFields } from '../equipment/camera-calibration.ts';
import { contactSurfaceSchema, maxContactSurfaces } from '../space/contact-surface.ts';
import { loosePartSchema } from '../space/planning-scene.ts';
import { sceneLimits } from '../space/scene-limits.ts';
import { exampleItemSchema } from './example-record.ts';
import { mapFlags } from './feature-flags.ts';

/** Name of an example: that of its file. */
export const exampleNameSchema = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'The name of an example must match its file: lower-case words with hyphens');

/** A device by its kind, or its whole configuration. */
const exampleDeviceSchema = z.union([
  z.string().transform((kind): { kind: string; name?: string } => ({ kind })),
  z.looseObject({ kind: z.string(), name: z.string().optional() }),
]);

/** Needs of an example in addition to the `requires` of its routine file: `examples/set-up/NAME.json`. */
export const exampleSetUpFileSchema = z.strictObject({
  flags: z
    .array(z.enum(mapFlags((name) => name)))
    .default([])
    .describe('Enabled features'),
  devices: z
    .record(z.string(), exampleDeviceSchema)
    .default({})
    .describe('Device to add if the cell has none with the capability, by capability'),
  tool: z.string().optional().describe('Capability of the device that the simulated robot and a twin carry'),
  contactSurfaces: z
    .array(contactSurfaceSchema)
    .max(maxContactSurfaces)
    .default([])
    .describe('Surfaces that the tool of the simulated robot can press on'),
  cameraCalibrations: z
    .record(z.string(), z.strictObject(calibrationFields))
    .default({})
    .describe('Calibration of a camera that is added, by its capability among the devices'),
  looseParts: z
    .array(loosePartSchema)
    .max(sceneLimits.obstacles)
    .default([])
    .describe('Parts that cameras of the simulated robot see and that the arm does not avoid'),
});
export type ExampleSetUpFile = z.infer<typeof exampleSetUpFileSchema>;

/** Reason why an item of an example is kept. */
export const keptBecauseSchema = z.enum(['changed', 'used', 'notAllowed']);

export const keptItemSchema = exampleItemSchema.extend({
  because: keptBecauseSchema,
  usedBy: z.array(z.string()).default([]).describe('Names of its users'),
});
export type KeptItem = z.infer<typeof keptItemSchema>;

export const listedExampleSchema = z.object({
  name: exampleNameSchema,
  title: z.string(),
  description: z.string(),
  routineID: idSchema,
  isInCell: z.boolean().describe('True if the cell has its routine'),
  lacks: z
    .array(exampleItemSchema.extend({ isAllowed: z.boolean().describe('True if the caller may set it up') }))
    .describe('Items missing in the cell to play it'),
  brought: z.array(exampleItemSchema).describe('Items that it set up and that can be removed'),
});
export type ListedExample = z.infer<typeof listedExampleSchema>;
