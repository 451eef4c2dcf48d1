import { idSchema } from '@cellwright/domain/basics';
import { distanceUnits } from '@cellwright/geometry';
import * as z from 'zod';
import {
  blendConfigSchema,
  field,
  motionKindSchema,
  motionSpeedSchema,
  noBlend,
  numberOrExpression,
  shouldMatchJointAnglesField,
  speedLimitOptionSchema,
  speedProfileSchema,
  targetFields,
  targetKinds,
  tcpOptionField,
} from '../../framework/index.ts';

/** Maximum offset in any unit, beyond any arm: a larger value is a mistake. */
const largestOffset = 1e6;
const largestRotation = 3600;

const palletConfigSchema = z.object({
  selectedLayer: field(numberOrExpression(z.number().int().min(1)).optional(), {
    label: 'Layer',
    help: 'Numbered from 1, bottom to top',
    control: 'numberOrExpression',
  }),
  selectedBox: field(numberOrExpression(z.number().int().min(1)).optional(), {
    label: 'Box',
    help: 'Numbered from 1, in the order in which the boxes of the layer are placed',
    control: 'numberOrExpression',
  }),
  selectedBoxType: field(idSchema.optional(), { label: 'Box type' }),
  selectedPalletBaseID: field(idSchema.optional(), { label: 'Pallet base', control: 'spaceItem' }),
  moveType: field(z.enum(['box', 'approach', 'pickup']).default('box'), { label: 'Move to' }),
});
export type PalletConfig = z.output<typeof palletConfigSchema>;

const offset = (label: string) =>
  field(numberOrExpression(z.number().min(-largestOffset).max(largestOffset)).default(0), {
    label,
    unit: 'distanceUnit',
    control: 'numberOrExpression',
  });
const rotation = (label: string) =>
  field(numberOrExpression(z.number().min(-largestRotation).max(largestRotation)).default(0), {
    label,
    unit: '°',
    help: 'Rotations about the fixed axes of the frame: x, then y, then z',
    control: 'numberOrExpression',
  });

const relativeConfigSchema = z.object({
  targetKind: field(z.enum(['currentPosition', ...targetKinds]).default('currentPosition'), {
    label: 'Offset from',
    help: 'currentPosition is where the arm comes from: the waypoint before',
  }),
  frame: field(z.string().min(1).max(128).default('base'), {
    label: 'Frame',
    help: 'Frame of the offset: the base, the world, the tool, or a plane of three positions (by id in files)',
    control: 'frameOrTool',
  }),
  offsetX: offset('Offset x'),
  offsetY: offset('Offset y'),
  offsetZ: offset('Offset z'),
  offsetRx: rotation('Rotation x'),
  offsetRy: rotation('Rotation y'),
  offsetRz: rotation('Rotation z'),
});
export type RelativeConfig = z.output<typeof relativeConfigSchema>;

export const waypointArgsSchema = z.object({
  shouldMatchJointAngles: shouldMatchJointAnglesField,
  shouldMatchDynamicBasePosition: field(z.boolean().default(false), { label: 'Match the dynamic base position' }),
  motionKind: field(motionKindSchema.default('joint'), { label: 'Motion' }),
  motionSpeed: field(motionSpeedSchema.optional(), {
    label: 'Speed',
    unit: '%',
    help: 'Of the speed limits; default: inherited',
    suggested: 50,
  }),
  speedLimitOption: field(speedLimitOptionSchema.default('PARENT_DEFAULTS'), { label: 'Speed limits' }),
  speedProfile: field(speedProfileSchema.optional(), { label: 'Custom speed limits' }),
  positionListID: targetFields.positionListID,
  positionListIndex: targetFields.positionListIndex,
  target: targetFields.target,
  tcpOption: tcpOptionField,
  expression: targetFields.expression,
  targetKind: field(z.enum([...targetKinds, 'relative']).default('singlePosition'), {
    label: 'Target',
  }),
  stopHere: field(z.boolean().default(false), { label: 'Stop here', help: 'Stops instead of blending' }),
  blendConfig: field(blendConfigSchema.default(noBlend), { label: 'Blend' }),
  useParentBlendConfig: field(z.boolean().default(true), { label: 'Inherit blending' }),
  moveDynamicBaseToReachPosition: field(z.boolean().default(true), {
    label: 'Move the dynamic base to reach the position',
  }),
  distanceUnit: field(z.enum(distanceUnits).default('meter'), { label: 'Unit of the offsets' }),
  palletConfig: field(palletConfigSchema.optional(), { label: 'Pallet' }),
  relativeConfig: field(relativeConfigSchema.optional(), { label: 'Offset' }),
  stopEarlyConditions: field(z.string().max(100_000).default(''), {
    label: 'Stop early',
    help: 'JSON: a list of groups, each a condition or a list of conditions that must all be true',
  }),
});
export type WaypointArgs = z.output<typeof waypointArgsSchema>;

/**
 * Returns the source of the position; for a relative waypoint, the source of the position that the offset starts from.
 */
export function positionSourceOf(args: WaypointArgs): RelativeConfig['targetKind'] | undefined {
  return args.targetKind === 'relative' ? args.relativeConfig?.targetKind : args.targetKind;
}
