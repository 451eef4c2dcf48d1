import * as z from 'zod';

export const lengthSchema = z
  .number()
  .positive('The length must be above 0')
  .max(100, 'The length can be at most 100 m');
export const sizeSchema = z.tuple([lengthSchema, lengthSchema, lengthSchema]);

export const primitiveShapes = [
  z.object({ kind: z.literal('box'), size: sizeSchema }),
  z.object({ kind: z.literal('sphere'), radius: lengthSchema }),
  z.object({ kind: z.literal('cylinder'), radius: lengthSchema, length: lengthSchema }),
] as const;

/** A shape that a user adds without a file. */
export const primitiveShapeSchema = z.discriminatedUnion('kind', primitiveShapes);
export type PrimitiveShape = z.infer<typeof primitiveShapeSchema>;
