import * as z from 'zod';

/** Controls that a field names because its type alone does not choose them. */
export const fieldControls = [
  'expression',
  'condition',
  'numberOrExpression',
  'variable',
  'spaceItem',
  'equipment',
  /** An action of the device that `equipmentID` beside it names. */
  'deviceAction',
  'codeBlock',
  /** A tool centre point of the cell. */
  'tcp',
  /** base, world, or a plane of the routine or the cell. */
  'frame',
  /** A frame, or the tool. */
  'frameOrTool',
  /** Id of a device mounted on a flange, or empty. */
  'tool',
  /** A picture in base64. */
  'picture',
  /** A rotated rectangle in the picture of the camera beside it: x, y, width, height and rotation. */
  'region',
] as const;
export type FieldControl = (typeof fieldControls)[number];

/** Label, control and help of a field; attached to its zod schema. */
export interface FieldMeta {
  readonly label: string;
  /** 's', 'ms', 'm', 'mm', 'N', '%', 'kg', 'rad', '°', or 'distanceUnit' (the step's own). Absent without a unit. */
  readonly unit?: string;
  readonly help?: string;
  /** Value that the editor fills in when an optional field is switched on. */
  readonly suggested?: string | number | boolean;
  readonly control?: FieldControl;
  /** Capability of the devices to choose from, or kind of the space items. Absent: all. */
  readonly accepts?: string;
  /** True for a value that is typed in and never shown. */
  readonly isSecret?: boolean;
}

/** Attaches label, unit and help to a field; the outermost schema (after `.default` or `.optional`) carries them. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  return schema.meta({ ...meta });
}

/** Metadata as it appears in the JSON Schema of a field. */
export const fieldMetaSchema = z.object({
  label: z.string().min(1),
  unit: z.string().min(1).optional(),
  help: z.string().min(1).optional(),
  suggested: z.union([z.string(), z.number(), z.boolean()]).optional(),
  control: z.enum(fieldControls).optional(),
  accepts: z.string().min(1).optional(),
  isSecret: z.boolean().optional(),
});
