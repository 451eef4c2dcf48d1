import {
  cellOwnerSchema,
  etherNetIPAdapterSchema,
  externalControlStateSchema,
  externalProtocols,
  modbusServerSchema,
  modbusStateSchema,
  opcUAServerSchema,
  opcUAStateSchema,
} from '@cellwright/domain/robot';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'gateway', section: 'External control' } as const;
const reading = { ...common, access: 'signedIn', effect: 'none' } as const;

const assemblyPartSchema = z.object({
  name: z.string(),
  offset: z.number().int().describe('First byte'),
  type: z.enum(['USINT', 'UINT', 'UDINT']),
  help: z.string(),
  value: z.number().int(),
  bits: z.array(z.object({ name: z.string(), isSet: z.boolean() })).describe('From bit 0; empty for a number'),
});

const registerSchema = z.object({
  name: z.string(),
  table: z.enum(['input', 'holding']),
  address: z.number().int().describe('Of the first register, from 0'),
  wordCount: z.number().int().describe('2 for a number of 32 bits, the most significant register first'),
  help: z.string(),
  value: z.number().int(),
  bits: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
});

const variableSchema = z.object({
  name: z.string(),
  nodeID: z.string(),
  help: z.string(),
  value: z.number().int(),
  bits: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
});

const statusSchema = z
  .enum(['off', 'flagOff', 'noAddress', 'starting', 'listening', 'failed'])
  .describe('Whether settings are effective, and what is missing');

export const externalControlViewSchema = z.object({
  owner: cellOwnerSchema.nullable().describe('Client whose commands count; null for none'),
  modbus: z.object({
    status: statusSchema,
    settings: modbusServerSchema,
    state: modbusStateSchema.nullable().describe('Null while the server does not run'),
    registers: z.array(registerSchema),
  }),
  opcUA: z.object({
    status: statusSchema,
    settings: opcUAServerSchema,
    state: opcUAStateSchema.nullable().describe('Null while the server does not run'),
    variables: z.array(variableSchema),
  }),
  status: statusSchema.describe('Whether settings of EtherNet/IP are effective, and what is missing'),
  isEnabled: z.boolean(),
  adapter: etherNetIPAdapterSchema.pick({ host: true, port: true, ioPort: true, uponConnectionLoss: true }),
  state: externalControlStateSchema.nullable().describe('As the adapter reported it last; null while it does not run'),
  inputs: z.array(assemblyPartSchema).describe('Assembly 100, from the cell to the line'),
  outputs: z.array(assemblyPartSchema).describe('Assembly 150, from the line to the cell'),
});
export type ExternalControlView = z.infer<typeof externalControlViewSchema>;

const changing = {
  ...common,
  output: externalControlViewSchema,
  access: 'controlPanelPIN',
  effect: 'eachTime',
} as const;

export const getExternalControl = defineCall({
  ...reading,
  name: 'getExternalControl',
  summary:
    'State of external control: its owner, connections with their counters, and every byte, register and variable by name',
  http: { method: 'GET', path: '/external-control' },
  input: z.object({}),
  output: externalControlViewSchema,
});

export const getEDSFile = defineCall({
  ...reading,
  name: 'getEDSFile',
  summary: 'EDS file of the EtherNet/IP adapter, for engineering tools',
  http: { method: 'GET', path: '/external-control/eds' },
  input: z.object({}),
  output: z.object({ fileName: z.string(), text: z.string() }),
});

export const getTagFile = defineCall({
  ...reading,
  name: 'getTagFile',
  summary: 'Names and addresses of all data of a protocol as CSV, for projects of controllers',
  http: { method: 'GET', path: '/external-control/tags' },
  input: z.object({ protocol: z.enum(externalProtocols) }),
  output: z.object({ fileName: z.string(), text: z.string() }),
});

export const startExternalControlBot = defineCall({
  ...changing,
  name: 'startExternalControlBot',
  summary: 'Switch external control on; the status of the answer says what is missing for it to be effective',
  http: { method: 'POST', path: '/external-control/start' },
  input: z.object({}),
});

export const stopExternalControlBot = defineCall({
  ...changing,
  name: 'stopExternalControlBot',
  summary: 'Switch external control off: its connections end, and the routine continues',
  http: { method: 'POST', path: '/external-control/stop' },
  input: z.object({}),
});

export const updateEtherNetIPAddress = defineCall({
  ...changing,
  name: 'updateEtherNetIPAddress',
  summary: 'Change the address on which the EtherNet/IP adapter listens',
  http: { method: 'POST', path: '/external-control/address' },
  input: z.object({
    host: etherNetIPAdapterSchema.shape.host.unwrap().describe('Address of this machine; empty for none'),
    port: z.number().int().min(1).max(65_535).default(44_818),
    ioPort: z.number().int().min(1).max(65_535).default(2222),
  }),
});
