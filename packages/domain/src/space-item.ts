import { z } from 'zod';
import { idSchema } from './ids.ts';
import { poseSchema, positionSchema } from './position.ts';
import { nameSchema, textSchema } from './text.ts';

const common = {
  id: idSchema,
  name: nameSchema('space item'),
  description: textSchema(10_000).optional(),
  positions: z.array(positionSchema).max(10_000).default([]),
  global: z.boolean().default(false),
  anchoredToID: idSchema.optional(),
};

/** Kinds whose behaviour is built. Other kinds of the spec parse through `futureSpaceItem` and survive a save untouched. */
const singlePosition = z.object({
  ...common,
  kind: z.literal('singlePosition'),
  positions: z.array(positionSchema).max(1, 'A single position holds at most one position').default([]),
});
const freeformPositionList = z.object({ ...common, kind: z.literal('freeformPositionList') });
const safeHomePose = z.object({
  ...common,
  kind: z.literal('safeHomePose'),
  positions: z.array(positionSchema).max(1, 'A safe home pose holds at most one position').default([]),
});

export const futureSpaceItemKinds = [
  'gridPositionList',
  'visionPositionList',
  'plane',
  'environmentObject',
  'localAccuracyCalibration',
  'palletBoxes',
  'palletBase',
] as const;

const futureSpaceItem = z.looseObject({
  ...common,
  kind: z.enum(futureSpaceItemKinds),
  pose: poseSchema.optional(),
});

export const spaceItemSchema = z.discriminatedUnion('kind', [
  singlePosition,
  freeformPositionList,
  safeHomePose,
  futureSpaceItem,
]);
export type SpaceItem = z.infer<typeof spaceItemSchema>;
