import * as z from 'zod';
import { poseSchema } from '../robot/position.ts';
import { pixelSchema } from './calibration-board.ts';
import { cameraIntrinsicsSchema, lensIntrinsicsSchema } from './camera.ts';

/** Error codes of vision methods, as used by existing programs. */
export const visionErrorCodes = {
  UNRECOGNIZED: -1,
  UNKNOWN_ERROR: 0,
  MODEL_NOT_FOUND: 1,
  INVALID_IMAGE: 2,
  INFERENCE_FAILED: 3,
  INVALID_MODEL_TYPE: 4,
  INVALID_THRESHOLDING_PARAMS: 5,
} as const;
export type VisionErrorCode = keyof typeof visionErrorCodes;

export const boardQualitySchema = z.object({
  blur: z.number().describe('Standard deviation of the blur of an edge, pixels'),
  bright: z.number().describe('Brightness of bright fields, 0…255'),
  dark: z.number().describe('Brightness of dark fields, 0…255'),
});
export type BoardQuality = z.infer<typeof boardQualitySchema>;

export const chessboardSchema = z.object({
  /** Pixels, row by row; pixel centres are whole numbers. */
  corners: z.array(pixelSchema),
  /** The board looks the same turned by 180°. */
  isTurnAmbiguous: z.boolean(),
  quality: boardQualitySchema,
});

const locatedBoardSchema = z.object({
  /** Board in the optical frame of the camera, m. Its origin is the first corner, x along rows, z away from the camera. */
  pose: poseSchema,
  /** Root mean square of the distances between found and projected corners, pixels. */
  rms: z.number(),
  isTurnAmbiguous: z.boolean(),
});

/** Object found in a picture, in pixels of the whole picture. */
export const foundBlobSchema = z.object({
  /** Middle. */
  x: z.number(),
  y: z.number(),
  /** Sides of the rectangle around it, along its rotation. */
  width: z.number(),
  height: z.number(),
  rotation: z.number().describe('Degrees, clockwise, of the longer side: −90 to 90'),
  score: z.number().describe('0 to 1'),
  contour: z.array(pixelSchema).max(200),
});
export type FoundBlob = z.infer<typeof foundBlobSchema>;

/**
 * Object found, and the pose of the tooltip to move to, in the base frame: the tool points into the plane, and its own
 * x is along the longer side.
 */
export const locatedThingSchema = foundBlobSchema.extend({ pose: poseSchema });
export type LocatedThing = z.infer<typeof locatedThingSchema>;

const calculatedIntrinsicsSchema = lensIntrinsicsSchema.extend({
  rms: z.number().describe('Root mean square of the misses of the corners, pixels'),
});

/** Class that matches an object, with the score of the match, 0 to 1. */
export const classifiedSchema = z.object({ class: z.string(), confidence: z.number() });
export type Classified = z.infer<typeof classifiedSchema>;

/** Result of a method: the objects found in a picture, or the reason why it found none. */
export const visionAnswerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** Picture in which it was found. */
    image: z.object({ sequence: z.number(), width: z.number(), height: z.number() }).optional(),
    // The most specific first: a union uses the first match and strips other fields.
    results: z.array(
      z.union([
        chessboardSchema,
        locatedBoardSchema,
        locatedThingSchema,
        foundBlobSchema,
        calculatedIntrinsicsSchema,
        lensIntrinsicsSchema,
        cameraIntrinsicsSchema,
        classifiedSchema,
      ]),
    ),
    elapsedMS: z.number(),
  }),
  z.object({ ok: z.literal(false), code: z.number().int(), message: z.string() }),
]);
export type VisionAnswer = z.infer<typeof visionAnswerSchema>;
