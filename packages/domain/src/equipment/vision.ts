import * as z from 'zod';
import { poseSchema } from '../robot/position.ts';
import { cameraIntrinsicsSchema } from './camera.ts';

/** Error codes of vision methods, as existing programs know them. */
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

const cornersField = z.number().int().min(2).max(30).default(3);
/** Counts of inner corners: 3 by 3 is a board of 4 by 4 squares. */
const board = { columns: cornersField, rows: cornersField };

/** Arguments of each method. */
export const visionMethods = {
  getChessboardCorners: z.strictObject(board),
  getCameraChessboardTransform: z.strictObject({
    ...board,
    squareSize: z.number().min(0.001).max(1).default(0.03).describe('Side of a square, m'),
  }),
  getIntrinsics: z.strictObject({}),
} as const;
export type VisionMethod = keyof typeof visionMethods;
export type VisionArgs<Method extends VisionMethod> = z.infer<(typeof visionMethods)[Method]>;

// Sound: the table above is not empty, and has its own names only.
export const visionMethodSchema = z.enum(Object.keys(visionMethods) as [VisionMethod, ...VisionMethod[]]);

const chessboardSchema = z.object({
  /** Pixels, row by row; pixel centres are whole numbers. */
  corners: z.array(z.object({ x: z.number(), y: z.number() })),
  /** The board looks the same turned by 180°. */
  isTurnAmbiguous: z.boolean(),
});

const locatedBoardSchema = z.object({
  /** Board in the optical frame of the camera, m. Its origin is the first corner, x along rows, z away from the camera. */
  pose: poseSchema,
  /** Root mean square of the distances between found and projected corners, pixels. */
  rms: z.number(),
  isTurnAmbiguous: z.boolean(),
});

/** Answer of a method: what it found in a picture, or why it found nothing. */
export const visionAnswerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** Picture in which it was found. */
    image: z.object({ sequence: z.number(), width: z.number(), height: z.number() }).optional(),
    results: z.array(z.union([chessboardSchema, locatedBoardSchema, cameraIntrinsicsSchema])),
    elapsedMS: z.number(),
  }),
  z.object({ ok: z.literal(false), code: z.number().int(), message: z.string() }),
]);
export type VisionAnswer = z.infer<typeof visionAnswerSchema>;
