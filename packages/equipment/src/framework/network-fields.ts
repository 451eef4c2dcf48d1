import * as z from 'zod';
import { hostField, millisecondsField } from './fields.ts';
import { writeFunctionFields } from './write-functions.ts';

/** Fields of a device that is reached over Modbus TCP or a Haas control. */
export const networkFields = {
  hostname: hostField('192.168.1.10'),
  port: z
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({ label: 'Port', help: 'Default: 502 for modbusTCP, 5051 for haasNGC' }),
  timeoutMS: millisecondsField('Time to connect and to answer', 2000),
  unitID: z.number().int().min(0).max(255).default(1).meta({ label: 'Unit', help: 'For modbusTCP' }),
  ...writeFunctionFields('For modbusTCP'),
};
