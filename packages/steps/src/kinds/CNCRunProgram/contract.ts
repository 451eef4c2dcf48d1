import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import { maxProgramNumber } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import {
  checkDevice,
  chooseDevice,
  defineContract,
  field,
  gripper,
  invalid,
  machineDemand,
  mill,
  noTimeLimit,
  notSuchDevice,
  type ProgramVariables,
  programVariables,
} from '../../framework/index.ts';

const own = defineMessages('CNCRunProgram', {
  programRequired: 'Enter the number of the program',
  programOutOfRange: `The program must be a number from 1 to ${maxProgramNumber}`,
});

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'machine',
  }),
  program: field(
    z
      .number()
      .int(own.programOutOfRange)
      .min(1, own.programOutOfRange)
      .max(maxProgramNumber, own.programOutOfRange)
      .optional(),
    {
      label: 'Program',
      help: 'Program number at the control. A wired machine runs the program selected there',
      suggested: 1,
    },
  ),
  waitForEnd: field(z.boolean().default(true), {
    label: 'Wait for the end',
    help: 'Off: the step ends when the program has started',
  }),
});
export type CNCRunProgramArgs = z.output<typeof argsSchema>;

export type CNCRunProgramVariables = ProgramVariables;

const program = 100;
const failing = (faults: readonly ('deviceFails' | 'machineFaults')[]) => ({ args: { program }, played: { faults } });

export const cncRunProgramContract = defineContract({
  kind: 'CNCRunProgram',
  label: 'Run program',
  section: 'Interface with other devices',
  description:
    'Starts a program of a machine tool and waits for its end. After a crash it follows the program that runs or has run, and does not start it again.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: programVariables,
  hasOutsideEffect: true,
  requires: ['machine'],
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check({ args }, { equipment }) {
    const missing = args.program === undefined ? [invalid('program', own.programRequired)] : [];
    return equipment === undefined ? missing : [...missing, ...checkDevice(args.equipmentID, equipment, machineDemand)];
  },
  summarize: ({ program: number = 0 }, { say }) => say`Run program ${number}`,
  examples: [
    { title: 'Run a program to its end', args: { program } },
    { title: 'Only start it', args: { program, waitForEnd: false } },
  ],
  messages: [
    { message: own.programRequired, provokedBy: { args: {} } },
    { message: own.programOutOfRange, provokedBy: { args: { program: 0 } } },
    { message: machineMessages.attachAMachine, provokedBy: { args: { program }, equipment: [gripper] } },
    {
      message: messages.equipmentNotFound('m2'),
      provokedBy: { args: { program, equipmentID: 'm2' }, equipment: [mill] },
    },
    {
      message: notSuchDevice('Gripper', machineDemand.label),
      provokedBy: { args: { program, equipmentID: 'g1' }, equipment: [mill, gripper] },
    },
    {
      message: chooseDevice(machineDemand.label),
      provokedBy: { args: { program }, equipment: [mill, { ...mill, id: 'm2' }] },
    },
    { message: machineMessages.runProgramFailed, provokedBy: failing(['deviceFails']) },
    { message: machineMessages.machineReportedFault, provokedBy: failing(['machineFaults']) },
  ],
});
