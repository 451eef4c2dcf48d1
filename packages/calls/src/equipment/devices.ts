import {
  equipmentLiveStateSchema,
  probeAnswerSchema,
  probeRequestSchema,
  readinessSchema,
  rehearsalSchema,
  rehearseRequestSchema,
} from '@cellwright/domain/equipment';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

const common = {
  owner: 'equipment',
  section: 'Devices',
  scope: 'robot',
  access: 'connectToRobot',
} as const;
const device = { id: idField, robotKind: robotKindField };

export const getDeviceState = defineCall({
  ...common,
  name: 'getDeviceState',
  summary: 'Get the live state of a device',
  http: { method: 'GET', path: '/equipment/:id/state' },
  input: z.object(device),
  output: equipmentLiveStateSchema,
  access: 'signedIn',
  effect: 'none',
  agent: 'read',
});

export const probeRegisters = defineCall({
  ...common,
  name: 'probeRegisters',
  summary: 'Read places of a Modbus device, whether or not its configuration names them',
  description:
    'Reads `count` places from `offset` on, counted from 0 as on the wire. Registers are 0 to 65535, coils and discrete ' +
    'inputs 0 or 1; null is a place that the device does not have. The live robot reads the device itself, the simulated one ' +
    'its simulator. A refusal of the device is invalid_parameters with the name of its exception; unavailable: no answer.',
  http: { method: 'GET', path: '/equipment/:id/registers' },
  input: probeRequestSchema.safeExtend(device),
  output: probeAnswerSchema,
  effect: 'none',
});

export const getRehearsal = defineCall({
  ...common,
  name: 'getRehearsal',
  summary: 'List the faults that a simulated device can have, and those it has',
  http: { method: 'GET', path: '/equipment/:id/rehearsal' },
  input: z.object(device),
  output: rehearsalSchema,
  access: 'signedIn',
  effect: 'none',
});

export const rehearseFaults = defineCall({
  ...common,
  name: 'rehearseFaults',
  summary: 'Set the faults of a simulated device',
  description:
    'The simulator has those of `faults` from now on, and no others. A real device, as the live robot sees it, is refused. ' +
    'Faults are gone when the simulator starts again.',
  http: { method: 'PUT', path: '/equipment/:id/rehearsal' },
  input: rehearseRequestSchema.extend(device),
  output: rehearsalSchema,
  effect: 'eachTime',
  audit: { action: 'devices.rehearse', target: 'equipment/:id' },
});

export const checkReadiness = defineCall({
  owner: 'equipment',
  section: 'Devices',
  scope: 'robot',
  access: 'connectToRobot',
  name: 'checkReadiness',
  summary: 'Check whether a machine tool is connected and set up to be tended',
  description:
    'Nothing moves or starts: the machine is asked, and the command variable is written with the value that it holds. The live ' +
    'robot asks the machine itself, the simulated one its simulator.',
  http: { method: 'POST', path: '/equipment/:id/readiness' },
  input: z.object(device),
  output: readinessSchema,
  effect: 'eachTime',
  audit: { action: 'devices.checkReadiness', target: 'equipment/:id' },
  deadlineMS: 15_000,
});
