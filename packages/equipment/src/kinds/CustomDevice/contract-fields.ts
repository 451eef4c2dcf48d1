import { idSchema } from '@cellwright/domain/basics';
import { inputPortNames, ioLevelSchema, outputPortNames } from '@cellwright/domain/robot';
import * as z from 'zod';
import { nameText } from '../../framework/fields.ts';
import {
  notWired,
  placeFields,
  placeValueField,
  portLevelFields,
  sensorRuleFields,
} from '../../framework/place-fields.ts';

export const actionKinds = [
  'actuate',
  'reset',
  'clamp',
  'unclamp',
  'open',
  'close',
  'on',
  'off',
  'start',
  'stop',
  'custom',
] as const;

const nameOf = (label: string, fallback: string) => nameText().default(fallback).meta({ label });

export const sensorSchema = z.object({
  id: idSchema.meta({ label: 'Id' }),
  name: nameOf('Name', 'Sensor'),
  ioPort: z
    .enum([notWired, ...inputPortNames])
    .default(notWired)
    .meta({ label: 'Signal', help: 'For controlBoxIO and flangeIO' }),
  ...placeFields,
  ...sensorRuleFields,
  highValueName: nameOf('Name of the high level', 'High'),
  lowValueName: nameOf('Name of the low level', 'Low'),
});
export type CustomSensor = z.infer<typeof sensorSchema>;

const actionOutputSchema = z.object({
  ioPort: z
    .enum([notWired, ...outputPortNames])
    .default(notWired)
    .meta({ label: 'Signal', help: 'For controlBoxIO and flangeIO' }),
  ...portLevelFields,
  ...placeFields,
  value: placeValueField,
});
export type ActionOutput = z.infer<typeof actionOutputSchema>;

/** A step that commands a device has 10 s: an action must report its end before that. */
const longestActionMS = 9000;

export const actionSchema = z.object({
  id: idSchema.meta({ label: 'Id' }),
  kind: z.enum(actionKinds).default('actuate').meta({ label: 'Action' }),
  customActionName: z.string().max(200).default('').meta({ label: 'Name', help: 'Of an action of the kind custom' }),
  actionOutputs: z.array(actionOutputSchema).max(16).default([]).meta({ label: 'Outputs' }),
  waitForSensor: z
    .string()
    .max(200)
    .default('')
    .meta({ label: 'Sensor to wait for', help: 'Sensor name. Default: the action ends when its outputs are set' }),
  waitForValue: ioLevelSchema.default('high').meta({ label: 'Level to wait for' }),
  timeLimitMS: z
    .number()
    .int()
    .min(10)
    .max(longestActionMS)
    .default(longestActionMS)
    .meta({ label: 'Time limit', unit: 'ms', help: 'For the sensor' }),
});
export type CustomAction = z.infer<typeof actionSchema>;

/** Returns the name of an action in steps and on screens. */
export function nameOfAction({ kind, customActionName }: Pick<CustomAction, 'kind' | 'customActionName'>): string {
  return kind === 'custom' ? customActionName : kind;
}
