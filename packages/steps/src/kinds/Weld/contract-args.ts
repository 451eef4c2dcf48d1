import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { inchesPerMinute, weldProcesses, weldRanges } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import { field, speedProfileSchema } from '../../framework/index.ts';

const timeSchema = (label: string) =>
  z.number().min(0, ownLimits.timeTooShort(label)).max(60_000, ownLimits.timeTooLong(label));
export const ownLimits = defineMessages('WeldLimits', {
  timeTooShort: (label: string) => `${label} must be at least 0 ms`,
  timeTooLong: (label: string) => `${label} must be at most 60000 ms`,
  travelSpeed: 'The travel speed must be above 0 and at most 0.2 m/s',
  stitch: 'The length of a stitch must be above 0 m',
  space: 'The space between stitches must be above 0 m',
  amplitude: 'The amplitude must be above 0 m',
  period: 'The period must be at least 0.001 m',
  whipOffset: 'The offsets of a whip must be above 0 m',
});

/** Values for the machine, with the ranges and defaults of the specification. */
export const millerWeldParametersSchema = z.object({
  process: field(z.enum(weldProcesses).default('unset'), { label: 'Process' }),
  voltage: field(z.number().min(weldRanges.voltage.minimum).max(weldRanges.voltage.maximum).default(17), {
    label: 'Voltage',
    unit: 'V',
  }),
  arcLength: field(z.number().min(weldRanges.arcLength.minimum).max(weldRanges.arcLength.maximum).default(0.25), {
    label: 'Arc length',
    unit: '%',
  }),
  arcControl: field(z.number().min(weldRanges.arcControl.minimum).max(weldRanges.arcControl.maximum).default(25), {
    label: 'Arc control',
    unit: '%',
  }),
  wireSpeed: field(
    z
      .number()
      .min(weldRanges.wireSpeed.minimum)
      .max(weldRanges.wireSpeed.maximum)
      .default(200 / inchesPerMinute),
    { label: 'Wire speed', unit: 'm/s', help: '50 to 780 inches per minute' },
  ),
});

const stitchingSchema = z.object({
  stitch: field(z.number().positive(ownLimits.stitch).max(10).default(0.015875), { label: 'Stitch', unit: 'm' }),
  space: field(z.number().positive(ownLimits.space).max(10).default(0.015875), { label: 'Space', unit: 'm' }),
  craterFillAfterEveryStitch: field(z.boolean().default(false), { label: 'Fill the crater of every stitch' }),
});

export const weavePatterns = ['zigzag', 'triangle', 'circle', 'whip'] as const;

const dwellSchema = timeSchema('A dwell').default(100);
const weavingSchema = z.object({
  pattern: field(z.enum(weavePatterns).default('zigzag'), { label: 'Pattern' }),
  period: field(z.number().min(0.001, ownLimits.period).max(1).default(0.005), {
    label: 'Period',
    unit: 'm',
    help: 'Length along the seam; the bead does not depend on the speed',
  }),
  amplitude: field(z.number().positive(ownLimits.amplitude).max(0.1).default(0.003), {
    label: 'Amplitude',
    unit: 'm',
    help: 'From the middle of the seam to an edge',
  }),
  leftDwell: field(dwellSchema, { label: 'Dwell left', unit: 'ms' }),
  rightDwell: field(dwellSchema, { label: 'Dwell right', unit: 'ms' }),
  forwardOffset: field(z.number().positive(ownLimits.whipOffset).max(1).default(0.006), {
    label: 'Whip forward',
    unit: 'm',
  }),
  reverseOffset: field(z.number().positive(ownLimits.whipOffset).max(1).default(1e-6), {
    label: 'Whip back',
    unit: 'm',
  }),
  forwardDwell: field(dwellSchema, { label: 'Dwell forward', unit: 'ms' }),
  reverseDwell: field(dwellSchema, { label: 'Dwell back', unit: 'ms' }),
});

export const argsSchema = z.object({
  selectedMachineID: field(idSchema.optional(), {
    label: 'Weld machine',
    help: 'Default: the only weld machine of the cell',
    control: 'equipment',
    accepts: 'welder',
  }),
  selectedTorchID: field(idSchema.optional(), {
    label: 'Weld torch',
    help: 'Default: the only weld torch of the cell',
    control: 'equipment',
    accepts: 'torch',
  }),
  isDryRun: field(z.boolean().default(false), { label: 'Dry run', help: 'Moves along the seam with the arc off' }),
  travelSpeed: field(z.number().positive(ownLimits.travelSpeed).max(0.2, ownLimits.travelSpeed).default(0.005), {
    label: 'Travel speed',
    unit: 'm/s',
  }),
  arcStartTime: field(timeSchema('The arc start time').default(0), {
    label: 'Arc start time',
    unit: 'ms',
    help: 'The torch rests with the arc on before it travels',
  }),
  craterFillTime: field(timeSchema('The crater fill time').default(0), {
    label: 'Crater fill time',
    unit: 'ms',
    help: 'The torch rests with the arc on at the end',
  }),
  approachSpeedProfile: field(speedProfileSchema.optional(), { label: 'Speed limits of the approach' }),
  weldSpeedProfile: field(speedProfileSchema.optional(), { label: 'Speed limits of the weld' }),
  stitching: field(stitchingSchema.optional(), { label: 'Stitching' }),
  weaving: field(weavingSchema.optional(), { label: 'Weaving' }),
  millerWeldParameters: field(millerWeldParametersSchema.optional(), {
    label: 'Values of the machine',
    help: 'For a machine that takes them from the robot. Otherwise set them on the machine',
  }),
});
export type WeldArgs = z.output<typeof argsSchema>;
export type Weaving = NonNullable<WeldArgs['weaving']>;

export const weldActivities = [
  'approaching',
  'settingWeldParameters',
  'startArc',
  'movingDuringWeld',
  'movingToNextStitch',
  'craterFilling',
  'dwelling',
  'weaving',
  'stitching',
  'stopArc',
  'none',
] as const;
export type WeldActivity = (typeof weldActivities)[number];
