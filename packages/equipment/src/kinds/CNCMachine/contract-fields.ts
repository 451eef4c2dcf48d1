import { idSchema } from '@cellwright/domain/basics';
import { inputPortNames, outputPortNames } from '@cellwright/domain/robot';
import * as z from 'zod';
import { millisecondsField, nameText } from '../../framework/fields.ts';
import {
  notWired,
  placeFields,
  placeValueField,
  portLevelFields,
  sensorRuleFields,
} from '../../framework/place-fields.ts';

/** Interfaces that a machine is followed over; it can be wired to ports as well. */
export const machineInterfaces = ['haasNGC', 'modbusTCP', 'controlBoxIO', 'mtConnect'] as const;
export type MachineInterface = (typeof machineInterfaces)[number];

/** True if programs are requested over this interface, and signals may be on it. Otherwise the machine is wired. */
export function takesRequests(deviceInterface: MachineInterface): deviceInterface is 'haasNGC' | 'modbusTCP' {
  return deviceInterface === 'haasNGC' || deviceInterface === 'modbusTCP';
}
export const machineTypes = ['Lathe', 'Mill'] as const;
const workholdingTypes = ['chuck', 'vise', 'fixture'] as const;

const via = z
  .enum(['none', 'port', 'network'])
  .default('none')
  .meta({ label: 'Connected to', help: 'A port of the control box, or a place on the network of the machine' });

const sensorShape = z.object({
  via,
  ioPort: z
    .enum([notWired, ...inputPortNames])
    .default(notWired)
    .meta({ label: 'Signal', help: 'On a port' }),
  ...placeFields,
  ...sensorRuleFields,
});
export type MachineSensor = z.infer<typeof sensorShape>;

export const machineOutputSchema = z.object({
  via,
  ioPort: z
    .enum([notWired, ...outputPortNames])
    .default(notWired)
    .meta({ label: 'Signal', help: 'On a port' }),
  ...portLevelFields,
  ...placeFields,
  value: placeValueField,
});
export type MachineOutput = z.infer<typeof machineOutputSchema>;

const sensorField = (label: string, help?: string) =>
  sensorShape.prefault({}).meta({ label, ...(help === undefined ? {} : { help }) });
const outputField = (label: string) => machineOutputSchema.prefault({}).meta({ label });

const macroField = (label: string, fallback: number) =>
  z.number().int().min(100).max(99_999).default(fallback).meta({ label, help: 'For haasNGC' });
const registerField = (label: string, fallback: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(fallback)
    .meta({ label, help: 'Holding register, for modbusTCP, from 0' });

/** Macro variables and the program number are those of integrations in the field. */
const cycleShape = z.object({
  startOutput: z
    .enum([notWired, ...outputPortNames])
    .default(notWired)
    .meta({ label: 'Output that starts the cycle', help: 'Default: a user presses cycle start' }),
  startPulseSeconds: z.number().min(0.05).max(10).default(0.5).meta({ label: 'Length of the start pulse', unit: 's' }),
  startTimeoutMS: millisecondsField('Time to start', 10_000),
  commandMacro: macroField('Command variable', 10_000),
  parameterMacro: macroField('Parameter variable', 10_001),
  commandRegister: registerField('Command register', 0),
  parameterRegister: registerField('Parameter register', 1),
  dispatcherProgram: z
    .number()
    .int()
    .min(1)
    .max(99_999)
    .default(9000)
    .meta({ label: 'Dispatcher program', help: 'Waits for a request and calls the program. For haasNGC' }),
});
export type CycleConfig = z.infer<typeof cycleShape>;
export const cycleField = cycleShape.prefault({}).meta({ label: 'Cycle' });

export const machineStatusField = z
  .object({
    running: sensorField('Machine is running'),
    fault: sensorField('Machine has a fault'),
  })
  .prefault({})
  .meta({
    label: 'Machine status',
    help: 'For modbusTCP and controlBoxIO; a Haas control and an MTConnect agent report the status',
  });

const dataItemField = (label: string, help: string) => z.string().trim().max(100).default('').meta({ label, help });

const mtConnectShape = z.object({
  device: z
    .string()
    .trim()
    .max(100)
    .default('')
    .meta({ label: 'Name at the agent', help: 'Default: the first machine of the agent' }),
  execution: dataItemField('Data item of the execution', 'Id. Default: all data items of the type Execution'),
  program: dataItemField('Data item of the program', 'Id. Default: the data item of the type Program'),
  partCount: dataItemField('Data item of the part count', 'Id. Default: the data item of the type PartCount'),
  alarm: dataItemField('Data item of the alarm', 'Id. Its text is an alarm, beside the conditions of the machine'),
});
export type MTConnectConfig = z.infer<typeof mtConnectShape>;
export const mtConnectField = mtConnectShape
  .prefault({})
  .meta({ label: 'MTConnect', help: 'For mtConnect. It only reads: what moves the machine is on ports' });

const moveTimeField = millisecondsField('Time to move', 15_000).unwrap().max(60_000).default(15_000).meta({
  label: 'Time to move',
  unit: 'ms',
});

const settleTimeField = millisecondsField('Time to settle', 500, 'If no sensor detects the end of the move');

const autodoorShape = z.object({
  isFitted: z.boolean().default(false).meta({ label: 'Moved by the robot cell' }),
  open: outputField('Output that opens'),
  close: outputField('Output that closes'),
  opened: sensorField('Sensor: open'),
  closed: sensorField('Sensor: closed'),
  timeLimitMS: moveTimeField,
  settleTimeMS: settleTimeField,
  interiorID: z.string().max(100).default('').meta({
    label: 'Space behind the door',
    help: 'An environment object with a shape. The door does not close while the arm is inside, and the arm does not enter unless the door is open',
    control: 'spaceItem',
  }),
});
export type AutodoorConfig = z.infer<typeof autodoorShape>;
export const autodoorField = autodoorShape.prefault({}).meta({ label: 'Automatic door' });

const workholdingShape = z.object({
  id: idSchema.meta({ label: 'Id' }),
  name: nameText().default('Chuck').meta({ label: 'Name' }),
  holdingType: z.enum(workholdingTypes).default('chuck').meta({ label: 'Workholding type' }),
  clamp: outputField('Output that clamps'),
  unclamp: outputField('Output that unclamps'),
  clamped: sensorField('Sensor: clamped'),
  unclamped: sensorField('Sensor: unclamped'),
  timeLimitMS: moveTimeField,
  settleTimeMS: settleTimeField,
});
export type WorkholdingConfig = z.infer<typeof workholdingShape>;
export const workholdingsField = z.array(workholdingShape).max(8).default([]).meta({ label: 'Workholdings' });

export const cellSafeField = outputField('Robot is clear of the machine');
