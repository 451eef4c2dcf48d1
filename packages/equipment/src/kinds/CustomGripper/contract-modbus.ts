/** Outputs and sensors of a gripper on Modbus: addresses in its tables, each with a value. */
import { registerTableSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { isBitTable } from '../../capabilities/probe.ts';
import { hostField, millisecondsField, portField } from '../../framework/fields.ts';
import {
  type ByteOrder,
  byteOrders,
  encodeRegisters,
  namedOrders,
  type RegisterFormat,
  registerFormats,
} from '../../framework/register-format.ts';
import { writeFunctionFields } from '../../framework/write-functions.ts';

export const onModbus = 'For modbus';

const placeFields = {
  offset: z.number().int().min(0).max(65_534).default(0).meta({ label: 'Offset', help: 'Zero-based, as on the wire' }),
  format: z.enum(registerFormats).default('uint16').meta({ label: 'Format', help: 'Of a register' }),
  order: z
    .enum(byteOrders)
    .default('ABCD')
    .meta({ label: 'Order', help: 'As the bytes arrive, the most significant one A' }),
};

const outputSchema = z
  .object({
    when: z.enum(['closing', 'opening']).default('closing').meta({ label: 'When it is' }),
    type: z.enum(['coil', 'holdingRegister']).default('coil').meta({ label: 'Type' }),
    ...placeFields,
    value: z.number().default(1).meta({ label: 'Value', help: 'Of a coil 0 or 1' }),
  })
  .refine((output) => wordsToWrite(output) !== undefined, {
    path: ['value'],
    message: 'The format cannot represent this value',
  });
export type ModbusOutput = z.infer<typeof outputSchema>;

const sensorSchema = z.object({
  tells: z
    .enum(['open', 'closed', 'part'])
    .default('open')
    .meta({ label: 'It is on when', help: 'open, closed, or a part is held' }),
  type: registerTableSchema.default('discreteInput').meta({ label: 'Type' }),
  ...placeFields,
  onWhen: z.enum(['notZero', 'equals']).default('notZero').meta({ label: 'It is on when the value' }),
  onValue: z.number().default(1).meta({ label: 'Comparison value' }),
});
export type ModbusSensor = z.infer<typeof sensorSchema>;

const closeByCoil = outputSchema.parse({ when: 'closing', value: 1 });
const openByCoil = outputSchema.parse({ when: 'opening', value: 0 });

export const modbusFields = {
  host: hostField('192.168.1.30'),
  port: portField(502),
  unitID: z.number().int().min(0).max(255).default(1).meta({ label: 'Unit', help: onModbus }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000, onModbus),
  timeoutMS: millisecondsField('Time to answer', 10_000, onModbus),
  ...writeFunctionFields(onModbus),
  modbusOutputs: z
    .array(outputSchema)
    .max(16)
    .default([closeByCoil, openByCoil])
    .meta({ label: 'Written', help: `${onModbus}, in this order: what closes it, and what opens it` }),
  modbusSensors: z
    .array(sensorSchema)
    .max(3)
    .default([])
    .meta({ label: 'Sensors', help: `${onModbus}, one of each at most` }),
};

interface ValueToWrite {
  readonly type: 'coil' | 'holdingRegister';
  readonly format: RegisterFormat;
  readonly order: ByteOrder;
  readonly value: number;
}

/** Returns the words to write for an output; undefined if the format cannot hold its value. */
export function wordsToWrite({ type, format, order, value }: ValueToWrite): readonly number[] | undefined {
  if (type === 'coil') return value === 0 || value === 1 ? [value] : undefined;
  return encodeRegisters(value, format, namedOrders[order]);
}

/** Returns the format of an address: a bit is always a bit. */
export function formatOf({ type, format }: Pick<ModbusSensor, 'type' | 'format'>) {
  return isBitTable(type) ? 'boolean' : format;
}

/** Returns the problems of outputs and sensors as a whole, by field. */
export function findModbusProblems({
  modbusOutputs,
  modbusSensors,
}: {
  readonly modbusOutputs: readonly ModbusOutput[];
  readonly modbusSensors: readonly ModbusSensor[];
}): readonly { readonly field: 'modbusOutputs' | 'modbusSensors'; readonly message: string }[] {
  const isTold = (wanted: ModbusOutput['when']) => modbusOutputs.some(({ when }) => when === wanted);
  const sensors = new Set(modbusSensors.map(({ tells }) => tells));
  return [
    ...(isTold('closing') && isTold('opening')
      ? []
      : [
          {
            field: 'modbusOutputs' as const,
            message: 'Set the values to write for closing and for opening the gripper',
          },
        ]),
    ...(sensors.size === modbusSensors.length
      ? []
      : [{ field: 'modbusSensors' as const, message: 'Two sensors have the same meaning. Remove one' }]),
  ];
}
