import { idSchema } from '@cellwright/domain/basics';
import { blobFields, modelTypes, shapeFields, templateImageSchema, textFields } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { field, numberWithin, regionOfInterestField } from '../../framework/index.ts';

const blob = z.object({
  minThreshold: field(blobFields.minThreshold, { label: 'Lowest threshold', unit: '0–255' }),
  maxThreshold: field(blobFields.maxThreshold, { label: 'Highest threshold', unit: '0–255' }),
  minArea: field(blobFields.minArea, { label: 'Smallest area', unit: 'px²' }),
  maxArea: field(blobFields.maxArea, { label: 'Largest area', unit: 'px²' }),
  minCircularity: field(blobFields.minCircularity, { label: 'Least circularity', unit: '0–1' }),
  maxCircularity: field(blobFields.maxCircularity, {
    label: 'Greatest circularity',
    unit: '0–1',
    help: '1 is a circle, 0.79 a square',
  }),
});

const shape = z.object({
  templateImage: field(templateImageSchema.default(''), {
    label: 'Template image',
    help: 'Picture of one object from above',
    control: 'picture',
  }),
  minScale: field(shapeFields.minScale, { label: 'Smallest scale', unit: '×' }),
  maxScale: field(shapeFields.maxScale, { label: 'Largest scale', unit: '×' }),
  maxRotation: field(shapeFields.maxRotation, { label: 'Greatest rotation', unit: '°' }),
  matchThreshold: field(shapeFields.matchThreshold, { label: 'Match threshold', unit: '0–1' }),
});

const textPrompt = z.object({
  prompt: field(z.string().max(500).default(''), { label: 'Prompt', help: 'What to look for, in words' }),
  boxThreshold: field(textFields.boxThreshold, { label: 'Box threshold', unit: '0–1' }),
  textThreshold: field(textFields.textThreshold, { label: 'Text threshold', unit: '0–1' }),
});

const customCheckpoint = z.object({
  gpuTaskRunnerID: field(idSchema.optional(), { label: 'GPU task runner', control: 'equipment' }),
  modelPath: field(z.string().max(500).default(''), { label: 'Model' }),
  modelType: field(z.enum(modelTypes).optional(), { label: 'Model type' }),
});

const meters = (label: string) => field(numberWithin(-2, 2, 'm').default(0), { label, unit: 'm' });
const degrees = (label: string) => field(numberWithin(-360, 360, '°').default(0), { label, unit: '°' });

const transform = z.object({
  x: meters('x'),
  y: meters('y'),
  z: meters('z'),
  rx: degrees('Turn about x'),
  ry: degrees('Turn about y'),
  rz: degrees('Turn about z'),
});

export const locateArgsSchema = z.object({
  camera: field(idSchema.optional(), {
    label: 'Camera',
    help: 'Default: the only wrist camera of the cell',
    control: 'equipment',
    accepts: 'camera',
  }),
  planeID: field(idSchema.optional(), {
    label: 'Workplane',
    help: 'Plane on which the objects lie',
    control: 'spaceItem',
    accepts: 'plane',
  }),
  objectHeight: field(numberWithin(-1, 2, 'm').default(0), {
    label: 'Object height',
    unit: 'm',
    help: 'Height of the visible top of the objects above the workplane',
  }),
  positionListID: field(idSchema.optional(), {
    label: 'Position list',
    help: 'List of camera positions that the step fills',
    control: 'spaceItem',
    accepts: 'visionPositionList',
  }),
  positionListName: field(z.string().max(100).default(''), {
    label: 'Name of the position list',
    help: 'In place of the list above: a list of camera positions by its name',
  }),
  resultsLimit: field(z.number().int().min(1).max(100).default(10), { label: 'Max. results' }),
  method: field(z.enum(['blob', 'shape', 'textPrompt', 'customCheckpoint']).default('blob'), { label: 'Method' }),
  blob: field(blob.default(blob.parse({})), { label: 'Blob' }),
  shape: field(shape.default(shape.parse({})), { label: 'Shape' }),
  textPrompt: field(textPrompt.default(textPrompt.parse({})), { label: 'Text prompt' }),
  customCheckpoint: field(customCheckpoint.default(customCheckpoint.parse({})), { label: 'Custom checkpoint' }),
  regionOfInterest: regionOfInterestField,
  transform: field(transform.default(transform.parse({})), {
    label: 'Offset from the object',
    help: 'From a found object to the position to move to, in the frame of the object: z points into the workplane',
  }),
});
export type LocateArgs = z.output<typeof locateArgsSchema>;
