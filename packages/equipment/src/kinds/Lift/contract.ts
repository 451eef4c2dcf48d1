import { makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import * as z from 'zod';
import type { BaseDescription } from '../../capabilities/base.ts';
import { type LiftDescription, type LiftLiveState, liftLiveStateSchema } from '../../capabilities/lift.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField } from '../../framework/fields.ts';

/** Strokes whose accelerations have been measured under an arm, mm. */
const calibratedStrokes: readonly number[] = [700, 900];
/** Height of a retracted column above its stroke, m. */
const headHeight = 0.025;

const offsetField = (label: string) =>
  z.number().min(-10).max(10).default(0).meta({ label, unit: 'm', help: 'Position of its foot in the world' });

const configSchema = z.object({
  kind: z.literal('Lift'),
  name: nameField('Lift'),
  host: hostField('192.168.1.20'),
  port: portField(502),
  unitID: z.number().int().min(1).max(247).default(1).meta({ label: 'Unit' }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 2000),
  motionTimeoutMS: z
    .number()
    .int()
    .min(10)
    .max(90_000)
    .default(30_000)
    .meta({ label: 'Time to arrive', unit: 'ms', help: 'A lift that has not arrived by then is stopped' }),
  stroke: z
    .number()
    .int()
    .min(500)
    .max(1400)
    .multipleOf(100, 'Strokes come in steps of 100 mm')
    .default(700)
    .meta({ label: 'Stroke', unit: 'mm', help: '500 to 1400 mm in steps of 100' }),
  x: offsetField('x'),
  y: offsetField('y'),
  z: offsetField('z'),
  rz: z.number().min(-360).max(360).default(0).meta({ label: 'Turn about z', unit: '°' }),
});
export type LiftConfig = z.infer<typeof configSchema>;

/** A column under the arm that moves it up and down. */
export const liftContract = defineContract({
  kind: 'Lift',
  label: 'Vertical lift',
  description: 'A lifting column under the base of the arm, over Modbus TCP. The height of the base follows the lift.',
  catalogue: { group: 'axis' },
  config: configSchema,
  liveState: liftLiveStateSchema,
  capabilities: { lift: describeLift },
  base: describeBase,
  baseHeight: ({ heightMeters }: LiftLiveState) => heightMeters,
  address: ({ host, port }) => ({ host, port }),
  sources: [
    'Registers: no maker publishes any for such a column. They are those of a gateway in front of it, as written in driver.ts; compare them with yours before a real lift is commanded.',
    'Its lowest position puts the base of the arm 25 mm over its stroke. Accelerations are calibrated for strokes of 700 and 900 mm only.',
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'Lift' }) },
    {
      title: 'With 1 m of stroke, half a metre beside the origin of the world',
      config: configSchema.parse({ kind: 'Lift', stroke: 1000, x: 0.5 }),
    },
  ],
});

function describeLift({ stroke }: LiftConfig): LiftDescription {
  return { heightRange: { minimum: 0, maximum: stroke / 1000 }, isCalibrated: calibratedStrokes.includes(stroke) };
}

/** Pose of the retracted base; `baseHeight` adds the current height. */
function describeBase({ x, y, z: foot, rz, stroke }: LiftConfig): BaseDescription {
  const place = [x, y, foot + stroke / 1000 + headHeight] as const;
  return { pose: makePose(place, quaternionFromEulerDegrees([0, 0, rz])), isDynamic: true };
}
