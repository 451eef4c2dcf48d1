import { registerTableSchema } from '@cellwright/domain/equipment';
import { ioLevelSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { byteOrders, registerFormats } from './register-format.ts';

export const deviceInterfaces = ['controlBoxIO', 'flangeIO', 'modbusTCP', 'haasNGC'] as const;
export type DeviceInterface = (typeof deviceInterfaces)[number];

export function isWired(deviceInterface: DeviceInterface): boolean {
  return deviceInterface === 'controlBoxIO' || deviceInterface === 'flangeIO';
}

/** Ports of the specification. */
export const defaultPorts = { modbusTCP: 502, haasNGC: 5051 } as const;

/** The port of a sensor or an output that is not wired. */
export const notWired = 'none';

const onModbus = 'For modbusTCP';
const onHaas = 'For haasNGC';

/** When a sensor on a network is high. */
export const sensorRuleFields = {
  highWhen: z.enum(['notZero', 'equals']).default('notZero').meta({ label: 'High when it', help: 'On a network' }),
  highValue: z.number().default(1).meta({ label: 'Comparison value', help: 'On a network' }),
};

/** Level of an output on a port. */
export const portLevelFields = {
  level: ioLevelSchema.default('high').meta({ label: 'Level', help: 'Of the signal' }),
  pulseSeconds: z.number().min(0).max(60).default(0).meta({ label: 'Pulse', unit: 's', help: '0: it stays' }),
};

/** Value of an output on a network. */
export const placeValueField = z
  .number()
  .default(1)
  .meta({ label: 'Value', help: 'Of the register or the macro variable' });

/** The place of a value on each network; only that of the device's interface counts. */
export const placeFields = {
  type: registerTableSchema.default('holdingRegister').meta({ label: 'Type of register', help: onModbus }),
  offset: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .meta({ label: 'Offset', help: `${onModbus}, from 0` }),
  format: z.enum(registerFormats).default('uint16').meta({ label: 'Format', help: onModbus }),
  order: z.enum(byteOrders).default('ABCD').meta({ label: 'Order of bytes', help: onModbus }),
  macroVariable: z.number().int().min(1).max(99_999).default(10_900).meta({ label: 'Macro variable', help: onHaas }),
};
