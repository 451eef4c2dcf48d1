import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { poseSchema, tcpOptionOrAutoSchema } from '../robot/position.ts';
import { sizeSchema } from './primitive-shape.ts';

/**
 * Additional objects that steps show: boxes on pallets, positions and workpieces. They are part of the state of a
 * session, so that every client sees them. Poses are in the world frame, metres.
 */

/** Maximum number of objects shown at once. */
export const maxShownThings = 1000;

const shown = {
  spaceItemID: idSchema,
  opacity: z.number().min(0).max(1),
  label: z.string().max(200).nullable(),
};

/** A box on a pallet, by its layer and its place in the placing order, both from 1. */
export const palletBoxRefSchema = z.object({
  ...shown,
  kind: z.literal('box'),
  palletBaseID: idSchema,
  layerIndex: z.number().int().min(1),
  boxIndex: z.number().int().min(1),
  boxTypeID: idSchema,
});
export type PalletBoxRef = z.infer<typeof palletBoxRefSchema>;

export const shownThingSchema = z.discriminatedUnion('kind', [
  palletBoxRefSchema.extend({ pose: poseSchema.describe('Of its centre'), size: sizeSchema }),
  z.object({
    ...shown,
    kind: z.literal('position'),
    positionIndex: z.number().int().min(0).describe('From 0'),
    pose: poseSchema,
  }),
  z.object({
    ...shown,
    kind: z.literal('workpiece'),
    visualizationType: z.enum(['tooltip', 'pickup']),
    boxTypeID: idSchema,
    tcpOption: tcpOptionOrAutoSchema.describe('The tooltip that holds it'),
    pose: poseSchema.describe('Of its centre: in the world, or in the frame of the tooltip that holds it'),
    size: sizeSchema,
  }),
]);
export type ShownThing = z.infer<typeof shownThingSchema>;

/** Objects by key: see keyOfShown. */
export const visualizationSchema = z.record(z.string(), shownThingSchema);
export type Visualization = Readonly<z.infer<typeof visualizationSchema>>;

/** Returns the key of an object, so that it is shown only once. */
export function keyOfShown(thing: PalletBoxRef | ShownThing): string {
  switch (thing.kind) {
    case 'box':
      return `box ${thing.spaceItemID} ${thing.palletBaseID} ${thing.layerIndex} ${thing.boxIndex}`;
    case 'position':
      return `position ${thing.spaceItemID} ${thing.positionIndex}`;
    case 'workpiece':
      return `workpiece ${thing.visualizationType} ${thing.spaceItemID}`;
  }
}

/** Selection of the objects that a change hides: those that match every given field. */
export interface ShownMatch {
  readonly kind: ShownThing['kind'];
  readonly spaceItemID: string;
  readonly palletBaseID?: string | undefined;
  readonly layerIndex?: number | undefined;
  readonly boxIndex?: number | undefined;
  readonly boxTypeID?: string | undefined;
  readonly positionIndex?: number | undefined;
  readonly visualizationType?: 'tooltip' | 'pickup' | undefined;
}

export type VisualizationChange =
  | { readonly action: 'show'; readonly things: readonly ShownThing[] }
  | { readonly action: 'hide'; readonly match: ShownMatch };

export function isMatch(thing: PalletBoxRef | ShownThing, match: ShownMatch): boolean {
  const fields = new Map<string, unknown>(Object.entries(thing));
  return Object.entries(match).every(([name, value]) => value === undefined || fields.get(name) === value);
}
