import * as z from 'zod';
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

/** Arguments of each method. */
export const visionMethods = {
  /** Counts of inner corners: 3 by 3 is a board of 4 by 4 squares. */
  getChessboardCorners: z.strictObject({ columns: cornersField, rows: cornersField }),
  getIntrinsics: z.strictObject({}),
} as const;
export type VisionMethod = keyof typeof visionMethods;
export type VisionArgs<Method extends VisionMethod> = z.infer<(typeof visionMethods)[Method]>;

export const visionMethodSchema = z.enum(['getChessboardCorners', 'getIntrinsics']) satisfies z.ZodType<VisionMethod>;

const chessboardSchema = z.object({
  /** Pixels, row by row; pixel centres are whole numbers. */
  corners: z.array(z.object({ x: z.number(), y: z.number() })),
  /** The board looks the same turned by 180°. */
  isTurnAmbiguous: z.boolean(),
});

/** Answer of a method: what it found in a picture, or why it found nothing. */
export const visionAnswerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** Picture in which it was found. */
    image: z.object({ sequence: z.number(), width: z.number(), height: z.number() }).optional(),
    results: z.array(z.union([chessboardSchema, cameraIntrinsicsSchema])),
    elapsedMS: z.number(),
  }),
  z.object({ ok: z.literal(false), code: z.number().int(), message: z.string() }),
]);
export type VisionAnswer = z.infer<typeof visionAnswerSchema>;
