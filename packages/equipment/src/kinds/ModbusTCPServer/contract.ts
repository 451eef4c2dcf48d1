import { findRepeatedName, idSchema, nameSchema } from '@cellwright/domain/basics';
import { registerTableSchema, registerTables } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { isBitTable } from '../../capabilities/probe.ts';
import { type RegistersDescription, registersLiveStateSchema } from '../../capabilities/registers.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField } from '../../framework/fields.ts';
import {
  byteOrders,
  namedOrders,
  type RegisterOrder,
  registerFormats,
  registerOrders,
  wordsOf,
} from '../../framework/register-format.ts';
import { writeFunctionFields } from '../../framework/write-functions.ts';

const registerSchema = z
  .object({
    id: idSchema.meta({ label: 'Id' }),
    name: nameSchema('register').meta({ label: 'Name' }),
    type: registerTableSchema.default('holdingRegister').meta({ label: 'Type' }),
    offset: z.number().int().min(0).max(65_535).meta({ label: 'Offset', help: 'Zero-based, as on the wire' }),
    format: z.enum(registerFormats).default('uint16').meta({ label: 'Format' }),
    order: z
      .enum(['device', ...byteOrders])
      .default('device')
      .meta({
        label: 'Order',
        help: "device: the device's own; otherwise as the bytes arrive, most significant one A",
      }),
  })
  .refine(({ type, format }) => !isBitTable(type) || format === 'boolean', {
    path: ['format'],
    message: 'A coil or a discrete input is true or false. Choose the format boolean',
  })
  .refine(({ offset, format }) => offset + wordsOf(format) - 1 <= 65_535, {
    path: ['offset'],
    message: 'A value of two registers must start at 65534 or below',
  });
export type ModbusRegister = z.infer<typeof registerSchema>;

/** Port and times of the specification. Most servers answer to unit 1. */
const configSchema = z
  .object({
    kind: z.literal('ModbusTCPServer'),
    name: nameField('Modbus TCP server'),
    host: hostField('192.168.1.10'),
    port: portField(502),
    unitID: z.number().int().min(0).max(255).default(1).meta({ label: 'Unit' }),
    connectTimeoutMS: millisecondsField('Time to connect', 2000),
    timeoutMS: millisecondsField('Time to answer', 2000),
    ...writeFunctionFields(),
    byteOrder: z.enum(registerOrders).default('bigEndian').meta({ label: 'Order of bytes', help: 'Within a register' }),
    wordOrder: z
      .enum(registerOrders)
      .default('bigEndian')
      .meta({ label: 'Order of words', help: 'Within a value of two registers' }),
    registers: z.array(registerSchema).max(100).default([]).meta({ label: 'Registers' }),
  })
  .superRefine(({ registers }, context) => {
    for (const field of ['id', 'name'] as const) {
      const repeated = findRepeatedName(registers.map((register) => register[field]));
      if (repeated === undefined) continue;
      const message = `Two registers have the same ${field}. Change one`;
      context.addIssue({ code: 'custom', path: ['registers', repeated, field], message });
    }
  });
export type ModbusTCPServerConfig = z.infer<typeof configSchema>;

export type ModbusTCPServerLiveState = z.infer<typeof registersLiveStateSchema>;

export const modbusTCPServerContract = defineContract({
  kind: 'ModbusTCPServer',
  label: 'Modbus TCP server',
  description: 'A machine, controller or sensor with registers over Modbus TCP. Steps read and write them by name.',
  catalogue: { group: 'signals' },
  config: configSchema,
  liveState: registersLiveStateSchema,
  capabilities: { registers: describeRegisters, probe: () => ({ tables: registerTables }) },
  address: ({ host, port }) => ({ host, port }),
  examples: [
    {
      title: 'A controller that counts parts and has a start command',
      config: configSchema.parse({
        kind: 'ModbusTCPServer',
        name: 'Press controller',
        registers: [
          { id: 'register_start', name: 'Start', offset: 0, format: 'boolean' },
          { id: 'register_count', name: 'Part count', type: 'inputRegister', offset: 10, format: 'uint32' },
        ],
      }),
    },
    {
      title: 'A scale that sends the low word first',
      config: configSchema.parse({
        kind: 'ModbusTCPServer',
        name: 'Scale',
        wordOrder: 'littleEndian',
        registers: [{ id: 'register_mass', name: 'Mass', type: 'inputRegister', offset: 0, format: 'float32' }],
      }),
    },
  ],
});

function describeRegisters({ registers }: ModbusTCPServerConfig): RegistersDescription {
  return {
    registers: registers.map(({ id, name, type }) => ({ id, name, isWritable: isWritable(type) })),
  };
}

/** True if it can be written: input registers and discrete inputs can only be read. */
export function isWritable(type: ModbusRegister['type']): boolean {
  return type === 'holdingRegister' || type === 'coil';
}

/** Returns the byte order of a register. */
export function orderOf({ type, order }: ModbusRegister, device: RegisterOrder): RegisterOrder {
  if (isBitTable(type)) return namedOrders.ABCD;
  return order === 'device' ? device : namedOrders[order];
}
