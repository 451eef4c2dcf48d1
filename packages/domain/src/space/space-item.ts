import { type GridCorners, gridPositions, planeFromPoints, positionOf } from '@cellwright/geometry';
import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema, textSchema } from '../basics/text.ts';
import {
  formatVersionField,
  formatVersionSchema,
  isStoredForm,
  type Migrated,
  migrateDocument,
  type StoredForm,
  type Versioned,
} from '../basics/versions.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';
import { palletBaseFields, palletBoxesFields } from '../pallet/pallet-shapes.ts';
import { palletBoxesVersions } from '../pallet/pallet-versions.ts';
import { poseSchema, positionSchema, type WirePose } from '../robot/position.ts';
import { primitiveShapeSchema } from './primitive-shape.ts';

/** Maximum number of positions of one item. */
const maxPositions = 10_000;

const common = {
  id: idSchema,
  name: nameSchema('space item'),
  description: textSchema(10_000).optional(),
  positions: z.array(positionSchema).max(maxPositions).default([]),
  global: z.boolean().default(false),
  anchoredToID: idSchema.optional().describe('The item whose frame this one follows'),
  anchorPose: poseSchema
    .optional()
    .describe('Frame of the anchor when the positions were taught; filled in if missing'),
};

const calibrationEntrySchema = z.object({
  rawPose: poseSchema.describe('Pose of a target in the model'),
  calibratedPose: poseSchema.describe('Pose to command to reach it'),
  offset: z.object({ x: z.number(), y: z.number(), z: z.number() }).optional().describe('m; calibrated − raw'),
});
export type CalibrationEntry = z.infer<typeof calibrationEntrySchema>;
const calibrationEntries = z.array(calibrationEntrySchema).max(1000).optional();

const singlePosition = z.object({
  ...common,
  kind: z.literal('singlePosition'),
  positions: z.array(positionSchema).max(1, 'A single position can have at most one position').default([]),
});
const freeformPositionList = z.object({ ...common, kind: z.literal('freeformPositionList') });
const safeHomePose = z.object({
  ...common,
  kind: z.literal('safeHomePose'),
  positions: z.array(positionSchema).max(1, 'A safe home pose can have at most one position').default([]),
});

const countMessage = 'Rows and columns must be positive integers';
const gridCount = z.number(countMessage).int(countMessage).min(1, countMessage).max(1000).default(3);
const corner = (label: string) => positionSchema.optional().describe(label);

/**
 * Columns run from A to B and from D to C, rows from A to D and from B to C. Its positions are computed from its
 * corners.
 */
const gridPositionList = z.object({
  ...common,
  kind: z.literal('gridPositionList'),
  cornerA: corner('The first position'),
  cornerB: corner('The last position of the first row'),
  cornerC: corner('The last position'),
  cornerD: corner('The first position of the last row'),
  numColumns: gridCount,
  numRows: gridCount,
});

const plane = z.object({
  ...common,
  kind: z.literal('plane'),
  capturedWithCameraKind: z.string().max(100).optional(),
  calibrationHomePosition: positionSchema.optional(),
  calibrationEntries,
  calibrationCameraSettings: z.record(z.string(), z.unknown()).optional(),
});

const visionPositionList = z.object({
  ...common,
  kind: z.literal('visionPositionList'),
  planeID: idSchema.optional().describe('Plane of the positions; Locate steps find them'),
});

/** An address within the cell: no file is fetched from elsewhere. */
const fileURLSchema = z
  .string()
  .max(300)
  .regex(/^\/api\/v1\/cell\/space-files\/[A-Za-z0-9_-]+$/, 'Upload the file; the response has the address')
  .optional();

const environmentObject = z.object({
  ...common,
  kind: z.literal('environmentObject'),
  fileURL: fileURLSchema.describe('Address from the upload; omitted for a plain shape'),
  fileName: z.string().max(255).optional(),
  shape: primitiveShapeSchema.optional().describe('Shape of an object without a file; metres, centred in its frame'),
  pose: poseSchema.optional().describe('Of the frame of the file, in the base frame'),
  scale: z
    .number()
    .positive('The scale must be above 0')
    .max(1000, 'The scale can be at most 1000')
    .default(1)
    .describe('Metres for one unit of the file: 0.001 for a file in millimetres'),
});

const localAccuracyCalibration = z.object({
  ...common,
  kind: z.literal('localAccuracyCalibration'),
  rowMeasurementMM: z.number().positive('The measurement must be above 0').max(100_000).optional(),
  columnMeasurementMM: z.number().positive('The measurement must be above 0').max(100_000).optional(),
  calibrationEntries,
});

const palletBase = z.object({ ...common, kind: z.literal('palletBase'), ...palletBaseFields });
const palletBoxes = z.object({
  ...common,
  kind: z.literal('palletBoxes'),
  formatVersion: formatVersionSchema,
  ...palletBoxesFields,
});

/**
 * An item in its newest form, as it is sent. Rules over several fields are on the union: schemas that are built from
 * its members cannot include them.
 */
export const currentSpaceItemSchema = z
  .discriminatedUnion('kind', [
    singlePosition,
    freeformPositionList,
    safeHomePose,
    gridPositionList,
    plane,
    visionPositionList,
    environmentObject,
    localAccuracyCalibration,
    palletBase,
    palletBoxes,
  ])
  .superRefine((item, context) => {
    const problem =
      item.kind === 'gridPositionList'
        ? gridProblem(item)
        : item.kind === 'environmentObject'
          ? objectProblem(item)
          : planeProblem(item);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  });
/**
 * Versions of items, by kind; a kind without an entry is at version 1. A kind with one has formatVersion in its schema.
 */
export const spaceItemVersions: Readonly<Record<string, Versioned>> = { palletBoxes: palletBoxesVersions };

/** Returns a stored item in the newest form of its kind. */
export function migrateSpaceItem(item: StoredForm): Migrated {
  const { kind, name } = item;
  const versions = typeof kind === 'string' && Object.hasOwn(spaceItemVersions, kind) ? spaceItemVersions[kind] : {};
  const label = {
    noun: typeof kind === 'string' ? `${kind} space item` : 'space item',
    ...(typeof name === 'string' && { name }),
  };
  return migrateDocument(label, versions ?? {}, item);
}

/** An item from outside or from the store: older versions are migrated, newer ones are rejected. */
export const spaceItemSchema = z.preprocess((item, context) => {
  if (!isStoredForm(item)) return item;
  const migrated = migrateSpaceItem(item);
  if (migrated.ok) return migrated.value;
  context.addIssue({ code: 'custom', path: [formatVersionField], message: migrated.error });
  return z.NEVER;
}, currentSpaceItemSchema);
export type SpaceItem = z.infer<typeof spaceItemSchema>;
export type SpaceItemOf<K extends SpaceItem['kind']> = Extract<SpaceItem, { kind: K }>;
export type GridCorner = 'cornerA' | 'cornerB' | 'cornerC' | 'cornerD';
export const gridCorners: readonly GridCorner[] = ['cornerA', 'cornerB', 'cornerC', 'cornerD'];

type GridFields = Partial<Record<GridCorner, z.infer<typeof positionSchema>>>;

/** Returns the corners of a grid that have a pose. */
export function cornersOf({ cornerA, cornerB, cornerC, cornerD }: GridFields): GridCorners {
  return { a: cornerA?.pose, b: cornerB?.pose, c: cornerC?.pose, d: cornerD?.pose };
}

/** Returns the plane through the first three positions; undefined until three have a pose. */
export function planeThrough(positions: readonly { readonly pose?: WirePose | undefined }[]) {
  const [p1, p2, p3] = positions.map(({ pose }) => pose);
  if (!p1 || !p2 || !p3) return undefined;
  return planeFromPoints(positionOf(p1), positionOf(p2), positionOf(p3));
}

function gridProblem(grid: z.infer<typeof gridPositionList>) {
  const { numColumns, numRows } = grid;
  if (numColumns * numRows > maxPositions) {
    return {
      path: ['numRows'],
      message: `A grid can have at most ${maxPositions} positions. Use fewer rows or columns`,
    };
  }
  const found = gridPositions(cornersOf(grid), numRows, numColumns);
  const isShort = !found.ok && found.error.kind === 'missing_corners';
  return isShort ? { path: ['cornerA'], message: messages.mustSpecifyThreeCorners } : undefined;
}

function objectProblem({ fileURL, shape }: z.infer<typeof environmentObject>) {
  if (fileURL === undefined || shape === undefined) return undefined;
  return { path: ['shape'], message: 'An object can have a file or a shape, not both. Remove one of them' };
}

function planeProblem({ kind, positions }: Pick<z.infer<typeof plane>, 'positions'> & { kind: string }) {
  const found = kind === 'plane' ? planeThrough(positions) : undefined;
  return found && !found.ok ? { path: ['positions'], message: found.error.message } : undefined;
}
