import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import {
  checkDevice,
  chooseDevice,
  defineContract,
  field,
  gripper,
  machineDemand,
  mill,
  noTimeLimit,
  notSuchDevice,
} from '../../framework/index.ts';

const own = defineMessages('CNCMonitorMachine', {
  notInTime: 'The machine did not reach the status within the time limit',
});

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'machine',
  }),
  status: field(z.enum(['idle', 'running']).default('idle'), { label: 'Wait until the machine is' }),
  pollMS: field(z.number().int().min(50).max(60_000).default(100), { label: 'Time between readings', unit: 'ms' }),
  timeoutMS: field(z.number().int().min(100).max(86_400_000).optional(), {
    label: 'Time limit',
    unit: 'ms',
    help: 'Default: the step waits without a limit',
    suggested: 60_000,
  }),
});
export type CNCMonitorMachineArgs = z.output<typeof argsSchema>;

const initialVariables = { status: 'unknown', program: '', partCount: 0 };
export type CNCMonitorMachineVariables = typeof initialVariables;

export const cncMonitorMachineContract = defineContract({
  kind: 'CNCMonitorMachine',
  label: 'Monitor machine',
  section: 'Interface with other devices',
  description: 'Waits until a machine tool is idle or running. Fails when the machine reports a fault.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: false,
  requires: ['machine'],
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: ({ args }, { equipment }) =>
    equipment === undefined ? [] : checkDevice(args.equipmentID, equipment, machineDemand),
  summarize: ({ status }, { say }) =>
    status === 'idle' ? say`Wait until the machine is idle` : say`Wait until the machine is running`,
  examples: [
    { title: 'Wait for the end of a cycle', args: {} },
    { title: 'Wait at most one minute until it runs', args: { status: 'running', timeoutMS: 60_000 } },
  ],
  messages: [
    { message: machineMessages.attachAMachine, provokedBy: { args: {}, equipment: [gripper] } },
    { message: messages.equipmentNotFound('m2'), provokedBy: { args: { equipmentID: 'm2' }, equipment: [mill] } },
    {
      message: notSuchDevice('Gripper', machineDemand.label),
      provokedBy: { args: { equipmentID: 'g1' }, equipment: [mill, gripper] },
    },
    { message: chooseDevice(machineDemand.label), provokedBy: { args: {}, equipment: [mill, { ...mill, id: 'm2' }] } },
    { message: machineMessages.machineReportedFault, provokedBy: { args: {}, played: { faults: ['machineFaults'] } } },
    { message: machineMessages.haasEncounteredError, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    {
      message: own.notInTime,
      provokedBy: { args: { status: 'running', timeoutMS: 500 }, played: { faults: [] } },
    },
  ],
});

export const { notInTime } = own;
