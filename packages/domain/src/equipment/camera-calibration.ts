import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { poseSchema } from '../robot/position.ts';
import { calibrationBoardSchema } from './calibration-board.ts';
import { lensDistortionSchema, lensIntrinsicsSchema } from './camera.ts';

/** Limits of a calibration. */
export const calibrationLimits = { minViews: 4, maxViews: 40, maxCorners: 900 } as const;

export const viewReportSchema = z.strictObject({
  rms: z.number().describe('Misses of the corners, pixels'),
  leaveOneOutMM: z.number().describe('How far a calibration by the other views misses this one'),
  isTurned: z.boolean().describe('The board was seen turned by 180°'),
  isOutlier: z.boolean().describe('It does not fit the others'),
  sameAs: z.number().int().optional().describe('Index of an earlier view from the same pose'),
});
export type ViewReport = z.infer<typeof viewReportSchema>;

const reportSchema = z.strictObject({
  board: calibrationBoardSchema.strict(),
  areIntrinsicsCalibrated: z.boolean().describe('False if they are those that the camera reports'),
  boardPose: poseSchema.strict().describe('Board: in the base frame, in the flange frame if the camera is fixed'),
  rms: z.number().describe('Misses of all corners, pixels'),
  expectedErrorDegrees: z.number().describe('Standard deviation of the direction of the camera'),
  distance: z.number().describe('Distance of the board, m'),
  armDeviationMM: z
    .number()
    .describe('Deviation that was assumed of positions of the arm; 0 if the pictures agree with them'),
  views: z.array(viewReportSchema).max(calibrationLimits.maxViews),
});

/** Fields of a calibration. */
export const calibrationFields = {
  mount: z.enum(['wrist', 'fixed']),
  pose: poseSchema
    .strict()
    .describe('Optical frame (z forward, x right, y down): in the flange frame on the wrist, else in the base frame'),
  expectedErrorMM: z
    .number()
    .describe('Standard deviation of a point on the optical axis at the distance of the board'),
  intrinsics: lensIntrinsicsSchema.extend({ distortion: lensDistortionSchema.strict() }).strict(),
  report: reportSchema,
};

/** Calibration of a camera, in its stored form. */
export const cameraCalibrationSchema = z.strictObject({
  id: idSchema.describe('Id of the device that is the camera'),
  ...calibrationFields,
});
export type CameraCalibration = z.infer<typeof cameraCalibrationSchema>;
