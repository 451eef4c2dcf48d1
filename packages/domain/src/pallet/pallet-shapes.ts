import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema } from '../basics/text.ts';
import { palletShapeMessages as messages } from '../messages/pallet-shape-messages.ts';
import { positionSchema } from '../robot/position.ts';

/**
 * Shapes of a pallet and its boxes. Lengths are millimetres. The pallet frame: the origin at the lower left corner of
 * the top surface, x along the length, y along the width, z up.
 */

export const palletLimits = {
  lengthMM: 10_000,
  boxTypes: 50,
  layerPatterns: 100,
  layers: 200,
  boxesOfLayer: 400,
  customPositions: 10_000,
  bases: 50,
  boxWeightKg: 1000,
} as const;

const size = (what: string, longest: number = palletLimits.lengthMM) =>
  z
    .number()
    .positive(messages.palletMeasureNotPositive(what))
    .max(longest, messages.palletMeasureTooLarge(what, longest));
const distance = (what: string) =>
  z
    .number()
    .min(0, messages.palletMeasureNegative(what))
    .max(palletLimits.lengthMM, messages.palletMeasureTooLarge(what, palletLimits.lengthMM));
const coordinate = z.number().min(-100_000).max(100_000);
const offset = z.number().min(-1000).max(1000).default(0);

/** Fields of a pallet; the defaults are a Euro pallet. */
export const palletBaseFields = {
  lengthMM: size('length').default(1200),
  widthMM: size('width').default(800),
  heightMM: distance('height').default(144),
  floorToPalletDistanceMM: distance('distance to the floor').default(0).describe('mm; from the floor to the underside'),
  cornerToPosition: z
    .enum(['left', 'right'])
    .default('left')
    .describe('Corner given by the fields below: the origin of the pallet frame, or the end of its length'),
  cornerXMM: coordinate.default(500).describe('mm in the base frame'),
  cornerYMM: coordinate.default(0).describe('mm in the base frame'),
  cornerYawDegrees: z.number().min(-360).max(360).default(0).describe('From x of the base frame to the length'),
} as const;

/** Side from which a box approaches its place, in the pallet frame: '+x' is the side of the larger x. */
export const fixedApproachDirections = ['+x', '-x', '+y', '-y', '+x+y', '+x-y', '-x+y', '-x-y', 'top'] as const;
export type FixedApproachDirection = (typeof fixedApproachDirections)[number];
/** 'automatic' chooses a direction that is free of placed boxes. */
export const approachDirections = ['automatic', ...fixedApproachDirections] as const;
export type ApproachDirection = (typeof approachDirections)[number];
const approachDirectionSchema = z.enum(approachDirections);

export const boxRotations = [0, 90, 180, 270] as const;
export type BoxRotation = (typeof boxRotations)[number];

export const boxTypeSchema = z.object({
  id: idSchema,
  name: nameSchema('box type'),
  width: size('width').describe('mm along x at rotation 0'),
  depth: size('depth').describe('mm along y at rotation 0'),
  height: size('height').describe('mm'),
  weight: z
    .number()
    .min(0, messages.palletMeasureNegative('weight'))
    .max(palletLimits.boxWeightKg, messages.boxWeightTooLarge(palletLimits.boxWeightKg))
    .default(0),
  pickupPosition: positionSchema.optional().describe('Pick-up position of the tool'),
  offsetX: offset.describe('mm; where the tool holds it, from its top centre along its width'),
  offsetY: offset.describe('mm; along its depth'),
  offsetZ: offset.describe('mm; up'),
});
export type BoxType = z.infer<typeof boxTypeSchema>;

export const palletBoxSchema = z.object({
  id: idSchema,
  x: coordinate.describe('mm; its centre in the pallet frame'),
  y: coordinate.describe('mm; its centre in the pallet frame'),
  rotation: z.literal(boxRotations, messages.boxTurnedOtherwise).default(0),
  order: z.number().int().min(0).max(100_000).default(0).describe('Order of placing; equal values in list order'),
  approachDirection: approachDirectionSchema.optional().describe('Default: that of the pattern of its layer'),
});
export type PalletBox = z.infer<typeof palletBoxSchema>;

export const layerPatternSchema = z.object({
  id: idSchema,
  name: nameSchema('layer pattern'),
  boxTypeID: idSchema,
  automaticSequencing: z
    .boolean()
    .default(true)
    .describe('Sorts the boxes so that no approach passes through a box placed earlier'),
  globalApproachDirection: approachDirectionSchema.default('automatic'),
  separatorHeightMM: distance('separator height').default(0).describe('mm; of the sheet under the layer'),
  boxList: z
    .array(palletBoxSchema)
    .max(palletLimits.boxesOfLayer, messages.layerHasTooManyBoxes(palletLimits.boxesOfLayer))
    .default([]),
});
export type LayerPattern = z.infer<typeof layerPatternSchema>;

export const customPositionSchema = z.object({
  palletBaseID: idSchema,
  layerIndex: z.number().int().min(1).describe('From 1, bottom to top'),
  boxIndex: z.number().int().min(1).describe('From 1, in the order in which the boxes are placed'),
  moveType: z.enum(['box', 'approach']),
  position: positionSchema,
});

export const palletBoxesFields = {
  palletBaseIDs: z.array(idSchema).max(palletLimits.bases).default([]).describe('The pallets that use this stack'),
  approachDistanceXYMM: distance('approach distance').default(100),
  approachDistanceZMM: distance('approach distance').default(0),
  boxTypes: z.array(boxTypeSchema).max(palletLimits.boxTypes).default([]),
  layerPatterns: z.array(layerPatternSchema).max(palletLimits.layerPatterns).default([]),
  layerOrder: z.array(idSchema).max(palletLimits.layers).default([]).describe('Ids of patterns, bottom to top'),
  customPositions: z
    .array(customPositionSchema)
    .max(palletLimits.customPositions)
    .default([])
    .describe('Positions that replace computed ones'),
} as const;

const palletBaseShape = z.object(palletBaseFields);
/** Fields of a pallet for its geometry: a palletBase item has them. */
export type PalletBaseShape = Readonly<z.infer<typeof palletBaseShape>>;
const palletBoxesShape = z.object(palletBoxesFields);
/** Fields of the boxes on pallets for their geometry: a palletBoxes item has them. */
export type PalletBoxesShape = Readonly<z.infer<typeof palletBoxesShape>>;
