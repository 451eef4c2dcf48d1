import * as z from 'zod';

const pixel = z.number().min(-10_000).max(10_000);
export const pixelSchema = z.object({ x: pixel, y: pixel });

const cornersField = z.number().int().min(2).max(30).default(3);
/** Counts of inner corners: 3 by 3 is a board of 4 by 4 squares. */
export const boardFields = { columns: cornersField, rows: cornersField };
export const squareSizeField = z.number().min(0.001).max(1).default(0.03).describe('Side of a square, m');

export const calibrationBoardSchema = z.object({ ...boardFields, squareSize: squareSizeField });
export type CalibrationBoard = z.infer<typeof calibrationBoardSchema>;
