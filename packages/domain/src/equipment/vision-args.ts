import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { poseSchema } from '../robot/position.ts';
import { boardFields, pixelSchema, squareSizeField } from './calibration-board.ts';
import { cameraIntrinsicsSchema } from './camera.ts';

const maxPixels = 10_000;
const pixel = z.number().min(-maxPixels).max(maxPixels);

/** Part of a picture in which is looked, in pixels of the whole picture. */
export const regionOfInterestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('polygon'), points: z.array(pixelSchema).min(3).max(100) }),
  z.strictObject({
    kind: z.literal('rectangle'),
    /** Middle. */
    x: pixel,
    y: pixel,
    width: z.number().min(1).max(maxPixels),
    height: z.number().min(1).max(maxPixels),
    rotation: z.number().min(-360).max(360).default(0).describe('Degrees, clockwise'),
  }),
]);
export type RegionOfInterest = z.infer<typeof regionOfInterestSchema>;

const threshold = z.number().min(0).max(255);
const area = z.number().min(0).max(1e8);
/** Part of a whole. */
export const shareField = z.number().min(0).max(1);
const share = shareField;
/** Dark or bright spots by brightness, area (pixels) and roundness (1 is a circle). */
export const blobFields = {
  minThreshold: threshold.default(50),
  maxThreshold: threshold.default(220),
  minArea: area.default(25),
  maxArea: area.default(10_000),
  minCircularity: share.default(0.1),
  maxCircularity: share.default(1),
};

/** A picture in base64, JPEG or PNG. */
export const templateImageSchema = z
  .string()
  .max(400_000, 'The template image can have at most 300 kB')
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'The template image must be base64');
const scale = z.number().min(0.1).max(10);
export const shapeFields = {
  minScale: scale.default(0.8),
  maxScale: scale.default(1.2),
  maxRotation: z.number().min(0).max(180).default(180).describe('Degrees'),
  matchThreshold: share.default(0.5),
};

export const textFields = { boxThreshold: share.default(0.35), textThreshold: share.default(0.25) };

/** A picture of one object of a class. */
const classPictureSchema = z.strictObject({
  class: z.string().trim().min(1).max(100),
  templateImage: templateImageSchema.min(1),
});

/** Types of a custom checkpoint. */
export const modelTypes = ['YoloV11', 'YoloV8-OBB'] as const;

const regionOfInterest = regionOfInterestSchema.optional();
const resultsLimit = z.number().int().min(1).max(100).default(10);
const common = { regionOfInterest, resultsLimit };
const prompt = z.string().trim().min(1, 'Enter what to look for').max(500);
const modelPath = z.string().min(1).max(500);
const modelType = z.string().max(50);

/** Methods to find objects in a picture. */
export const detectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('blob'), ...blobFields }),
  z.strictObject({ kind: z.literal('shape'), templateImage: templateImageSchema.min(1), ...shapeFields }),
  z.strictObject({ kind: z.literal('textPrompt'), prompt, ...textFields }),
  z.strictObject({
    kind: z.literal('customCheckpoint'),
    gpuTaskRunnerID: idSchema.optional(),
    modelPath,
    modelType,
    confidence: share.default(0.5),
  }),
]);
export type Detection = z.infer<typeof detectionSchema>;

/** Arguments of each method. */
export const visionMethods = {
  classify: z.strictObject({
    classes: z.array(z.string().trim().min(1).max(100)).min(1).max(100),
    pictures: z
      .array(classPictureSchema)
      .max(50)
      .default([])
      .describe('Pictures of objects of the classes: the class whose picture matches best is the first result'),
    confidence: share.default(0.5),
    regionOfInterest,
  }),
  detect2DBlobs: z.strictObject({ ...blobFields, ...common }),
  detect2DShapes: z.strictObject({ templateImage: templateImageSchema.min(1), ...shapeFields, ...common }),
  detect2DTextPrompt: z.strictObject({ prompt, ...textFields, ...common }),
  detectCustomCheckpoint2D: z.strictObject({
    gpuTaskRunnerID: idSchema.optional(),
    modelPath,
    modelType,
    confidence: share.default(0.5),
    ...common,
  }),
  getChessboardCorners: z.strictObject(boardFields),
  getCameraChessboardTransform: z.strictObject({ ...boardFields, squareSize: squareSizeField }),
  locate: z.strictObject({
    detection: detectionSchema,
    ...common,
    plane: poseSchema.describe('Plane on which things lie, in the base frame: its z is its normal'),
    objectHeight: z.number().min(-1).max(2).default(0).describe('Of what is seen above the plane, m'),
    transform: poseSchema
      .optional()
      .describe(
        'From a found thing to the pose to move to, in the frame of the thing: z into the plane, x along its longer side',
      ),
  }),
  getIntrinsics: z.strictObject({}),
  calculateIntrinsics: z.strictObject({
    ...boardFields,
    squareSize: squareSizeField,
    width: cameraIntrinsicsSchema.shape.width.int().min(16).max(maxPixels),
    height: cameraIntrinsicsSchema.shape.height.int().min(16).max(maxPixels),
    views: z
      .array(z.array(pixelSchema).min(4).max(900))
      .min(1)
      .max(60)
      .describe('Corners of the board in each picture'),
  }),
} as const;
export type VisionMethod = keyof typeof visionMethods;
export type VisionArgs<Method extends VisionMethod> = z.infer<(typeof visionMethods)[Method]>;

// Sound: the table above is not empty, and has its own names only.
export const visionMethodSchema = z.enum(Object.keys(visionMethods) as [VisionMethod, ...VisionMethod[]]);
