import { etherNetIPAdapterSchema, externalControlStateSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const section = 'External control';

const assemblyPartSchema = z.object({
  name: z.string(),
  offset: z.number().int().describe('First byte'),
  type: z.enum(['USINT', 'UINT', 'UDINT']),
  help: z.string(),
  value: z.number().int(),
  bits: z.array(z.object({ name: z.string(), isSet: z.boolean() })).describe('From bit 0; empty for a number'),
});

export const externalControlViewSchema = z.object({
  status: z
    .enum(['off', 'flagOff', 'noAddress', 'starting', 'listening', 'failed'])
    .describe('Whether settings are effective, and what is missing'),
  isEnabled: z.boolean(),
  adapter: etherNetIPAdapterSchema.pick({ host: true, port: true, ioPort: true, uponConnectionLoss: true }),
  state: externalControlStateSchema.nullable().describe('As the adapter reported it last; null while it does not run'),
  inputs: z.array(assemblyPartSchema).describe('Assembly 100, from the cell to the line'),
  outputs: z.array(assemblyPartSchema).describe('Assembly 150, from the line to the cell'),
});
export type ExternalControlView = z.infer<typeof externalControlViewSchema>;

export const getExternalControl = defineCall({
  name: 'getExternalControl',
  owner: 'gateway',
  section,
  summary: 'State of external control: connections with their counters, and every byte of the assemblies by name',
  http: { method: 'GET', path: '/external-control' },
  input: z.object({}),
  output: externalControlViewSchema,
  access: 'signedIn',
  effect: 'none',
});

export const getEDSFile = defineCall({
  name: 'getEDSFile',
  owner: 'gateway',
  section,
  summary: 'EDS file of the EtherNet/IP adapter, for engineering tools',
  http: { method: 'GET', path: '/external-control/eds' },
  input: z.object({}),
  output: z.object({ fileName: z.string(), text: z.string() }),
  access: 'signedIn',
  effect: 'none',
});

export const startExternalControlBot = defineCall({
  name: 'startExternalControlBot',
  owner: 'gateway',
  section,
  summary: 'Switch external control on; the status of the answer says what is missing for it to be effective',
  http: { method: 'POST', path: '/external-control/start' },
  input: z.object({}),
  output: externalControlViewSchema,
  access: 'author',
  effect: 'eachTime',
});

export const stopExternalControlBot = defineCall({
  name: 'stopExternalControlBot',
  owner: 'gateway',
  section,
  summary: 'Switch external control off: its connections end, and the routine continues',
  http: { method: 'POST', path: '/external-control/stop' },
  input: z.object({}),
  output: externalControlViewSchema,
  access: 'author',
  effect: 'eachTime',
});

export const updateEtherNetIPAddress = defineCall({
  name: 'updateEtherNetIPAddress',
  owner: 'gateway',
  section,
  summary: 'Change the address on which the EtherNet/IP adapter listens',
  http: { method: 'POST', path: '/external-control/address' },
  input: z.object({
    host: etherNetIPAdapterSchema.shape.host.unwrap().describe('Address of this machine; empty for none'),
    port: z.number().int().min(1).max(65_535).default(44_818),
    ioPort: z.number().int().min(1).max(65_535).default(2222),
  }),
  output: externalControlViewSchema,
  access: 'author',
  effect: 'eachTime',
});
