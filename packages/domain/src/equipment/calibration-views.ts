import * as z from 'zod';
import { poseSchema } from '../robot/position.ts';
import { pixelSchema } from './calibration-board.ts';
import { calibrationFields, calibrationLimits } from './camera-calibration.ts';
import { boardQualitySchema, chessboardSchema } from './vision.ts';

/** Edges blurred by more than this, pixels, and fields outside these values make corners inaccurate. */
export const boardQualityLimits = { maxBlur: 2, maxBright: 252, minContrast: 50 } as const;

/** A picture of the board, and the pose of the flange (tool0: z out of it) in the base frame while it was taken. */
export const calibrationViewSchema = z.object({
  flange: poseSchema,
  corners: z.array(pixelSchema).min(4).max(calibrationLimits.maxCorners),
});
export type CalibrationView = z.infer<typeof calibrationViewSchema>;

/** A view as the camera took it. */
export const capturedViewSchema = calibrationViewSchema.extend({
  isTurnAmbiguous: chessboardSchema.shape.isTurnAmbiguous,
  quality: boardQualitySchema,
  image: z.object({ sequence: z.number(), width: z.number(), height: z.number() }),
  thumbnail: z.string().max(40_000).describe('Small JPEG, base64'),
});
export type CapturedView = z.infer<typeof capturedViewSchema>;

/** Reasons why views do not determine a calibration. */
export const calibrationProblemSchema = z.enum([
  'notEnoughPoses',
  'insufficientRotation',
  'boardNotFound',
  'posesDoNotMatch',
  'viewDisplaced',
  'boardMoved',
  'lensNotDetermined',
]);

/** Views that determine no calibration. */
export const failedCalibrationSchema = z.object({
  ok: z.literal(false),
  problem: calibrationProblemSchema,
  view: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Index of the displaced view, or of the first one after a move of the board'),
});
export type FailedCalibration = z.infer<typeof failedCalibrationSchema>;

/** A calibration, with the accuracy that it was found with. */
export const calibrationResultSchema = z.object(calibrationFields);
export type CalibrationResult = z.infer<typeof calibrationResultSchema>;
