import {
  httpHeaderNamePattern,
  httpHeaderValuePattern,
  httpMethods,
  idSchema,
  isReservedHeader,
  maxVariableTextLength,
  refuseHttpUrl,
  textSchema,
} from '@cellwright/domain/basics';
import { expressionSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { field, requiredID } from '../../framework/index.ts';
import { networkMessages } from './contract-wording.ts';

const registerSchema = z.object({
  register: field(z.string(networkMessages.registerRequired).min(1, networkMessages.registerRequired).max(200), {
    label: 'Register',
    help: 'Name or id of the register in the device',
  }),
  variableID: field(idSchema.optional(), {
    label: 'Variable',
    control: 'variable',
    help: 'Receives the value',
  }),
  value: field(expressionSchema.optional(), { label: 'Value', control: 'expression', help: 'Is written' }),
});

const headerSchema = z.object({
  name: field(
    z
      .string(networkMessages.headerNameWrong)
      .regex(httpHeaderNamePattern, networkMessages.headerNameWrong)
      .refine((name) => !isReservedHeader(name), {
        error: ({ input }) => networkMessages.headerReserved(String(input)),
      }),
    { label: 'Header' },
  ),
  value: field(z.string().regex(httpHeaderValuePattern, networkMessages.headerValueWrong).default(''), {
    label: 'Value',
  }),
});

const outputSchema = z.object({
  path: field(z.string().max(500).default(''), {
    label: 'Path',
    help: 'Path in a JSON response, for example order.parts.0.count; empty for the whole response as text',
  }),
  variableID: field(requiredID(networkMessages.outputNeedsVariable), {
    label: 'Variable',
    control: 'variable',
  }),
});

const simulatedAnswerSchema = z.object({
  status: field(z.number().int().min(200).max(599).default(200), { label: 'Status' }),
  body: field(textSchema(maxVariableTextLength).default(''), { label: 'Body' }),
});

const addressSchema = z
  .string()
  .max(2048)
  .refine((url) => url === '' || refuseHttpUrl(url) === undefined, {
    error: ({ input }) => refuseHttpUrl(String(input)) ?? '',
  });

export const argsSchema = z.object({
  requestKind: field(z.enum(['modbus', 'http']).default('modbus'), { label: 'Protocol' }),
  equipmentID: field(idSchema.optional(), {
    label: 'Device',
    control: 'equipment',
    help: 'Modbus: empty for the only device with registers',
  }),
  operation: field(z.enum(['read', 'write']).default('read'), { label: 'Operation', help: 'Modbus' }),
  registers: field(z.array(registerSchema).max(64).default([]), {
    label: 'Registers',
    help: 'Modbus: read or written in this order',
  }),
  method: field(z.enum(httpMethods).default('GET'), { label: 'Method', help: 'HTTP' }),
  url: field(addressSchema.default(''), { label: 'Address', help: 'HTTP: begins with http:// or https://' }),
  headers: field(z.array(headerSchema).max(32).default([]), { label: 'Headers', help: 'HTTP' }),
  body: field(expressionSchema.optional(), {
    label: 'Body',
    control: 'expression',
    help: 'HTTP: request body; not with GET',
  }),
  outputs: field(z.array(outputSchema).max(32).default([]), {
    label: 'Response values',
    help: 'HTTP: variables for parts of the response',
  }),
  acceptAnyStatus: field(z.boolean().default(false), {
    label: 'Accept any status',
    help: 'HTTP: off: a status other than 200 to 299 is a failure',
  }),
  timeoutMS: field(z.number().int().min(10).max(600_000).default(5000), {
    label: 'Time to answer',
    unit: 'ms',
    help: 'HTTP: from connecting to the end of the response; Modbus devices have their own time limits',
  }),
  pauseOnFailure: field(z.boolean().default(true), {
    label: 'Pause on failure',
    help: 'The routine pauses until a user recovers and resumes. Off: it continues, and the variables of the step have the reason',
  }),
  sendAgain: field(z.boolean().default(false), {
    label: 'Send again after a failure',
    help: 'When the routine is resumed. Off: only requests that were certainly not sent are sent',
  }),
  simulatedAnswer: field(simulatedAnswerSchema.optional(), {
    label: 'Simulated answer',
    help: 'HTTP: simulated response for the simulated robot and the twin; default: the server is used there too',
  }),
});
export type NetworkRequestArgs = z.output<typeof argsSchema>;
