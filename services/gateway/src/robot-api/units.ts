import type { WirePose } from '@cellwright/domain/robot';
import * as z from 'zod';

/** Units per metre. */
const perMeter = { millimeters: 1000, centimeters: 100, meters: 1, inches: 1 / 0.0254, feet: 1 / 0.3048 } as const;
const newtonsPerPound = 4.4482216152605;

export const linearUnitKindSchema = z.enum(['millimeters', 'centimeters', 'meters', 'inches', 'feet']);
type LinearUnitKind = z.infer<typeof linearUnitKindSchema>;

/** Schema of a length with its unit, converted to metres. */
export const linearUnitSchema = z.object({ unit_kind: linearUnitKindSchema.default('meters'), value: z.number() });
export const forceUnitSchema = z.object({
  unit_kind: z.enum(['newtons', 'pounds']).default('newtons'),
  value: z.number(),
});

export function metersOf(value: number, unit: LinearUnitKind): number {
  return value / perMeter[unit];
}

export function newtonsOf({ unit_kind, value }: z.infer<typeof forceUnitSchema>): number {
  return unit_kind === 'pounds' ? value * newtonsPerPound : value;
}

/** Pose in the usual form of this API: metres, and a unit quaternion with `w` last. */
export const cartesianPoseSchema = z.object({
  x: z.number(),
  y: z.number(),
  z: z.number(),
  i: z.number(),
  j: z.number(),
  k: z.number(),
  w: z.number(),
});

/** Pose in the form of the arm's position. */
export const placedSchema = z.object({
  position: z.object({
    unit_kind: linearUnitKindSchema.default('meters'),
    x: z.number(),
    y: z.number(),
    z: z.number(),
  }),
  orientation: z.object({
    kind: z.literal('quaternion'),
    quaternion: z.object({ x: z.number(), y: z.number(), z: z.number(), w: z.number() }),
  }),
  reference_frame: z.enum(['base', 'world']).optional(),
  axis_alignment: z.enum(['base', 'world']).optional(),
  local_accuracy_calibration: z.string().max(200).optional().describe('Name or id of a local accuracy calibration'),
});
export type Placed = z.infer<typeof placedSchema>;

export function placedOf({ x, y, z: up, i, j, k, w }: WirePose): Placed {
  return {
    position: { unit_kind: 'meters', x, y, z: up },
    orientation: { kind: 'quaternion', quaternion: { x: i, y: j, z: k, w } },
    reference_frame: 'base',
  };
}

export function poseOf({ position, orientation: { quaternion } }: Placed): WirePose {
  const meters = (value: number) => metersOf(value, position.unit_kind);
  return {
    x: meters(position.x),
    y: meters(position.y),
    z: meters(position.z),
    i: quaternion.x,
    j: quaternion.y,
    k: quaternion.z,
    w: quaternion.w,
  };
}
