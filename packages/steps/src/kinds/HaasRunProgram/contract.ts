import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import { maxProgramNumber } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import {
  checkDevice,
  chooseDevice,
  defineContract,
  describeDevice,
  type FieldProblem,
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

const own = defineMessages('HaasRunProgram', {
  programRequired: 'Enter the name of the program',
  programNotValid: `A program name is a number from 1 to ${maxProgramNumber} and ends in .nc, for example 100.nc`,
  partsNotValid: 'The number of parts must be a whole number, at least 0',
  serialNotValid: 'A serial path begins with /dev/tty, for example /dev/ttyUSB0',
  notSerial: 'A Haas control needs Ethernet. Choose Ethernet, and enter the address of the control',
  otherMachine: (endpoint: string) =>
    `No CNC machine with the address ${endpoint} is chosen. Choose it, or correct the address`,
  notAnAddress: (endpoint: string) =>
    `Invalid Ethernet Address ${endpoint}. Enter a URL, for example tcp://192.168.1.10:5051`,
});

/** Port of a control whose address names none. */
const usualPort = 5051;
const serialPath = /^\/dev\/tty[A-Za-z0-9._-]+$/;
const programName = /^0*([1-9]\d{0,4})\.nc$/;

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'machine',
  }),
  connection: field(z.enum(['ethernet', 'serial']).default('ethernet'), { label: 'Connection' }),
  endpoint: field(z.string().max(300).default(''), {
    label: 'Ethernet address',
    help: 'Empty: address of the machine. Otherwise the step requires a machine at this address',
  }),
  serialPath: field(z.string().max(300).default(''), { label: 'Serial path' }),
  programName: field(z.string().max(100).default(''), { label: 'Program', help: 'File name, for example 100.nc' }),
  partCount: field(
    z.number(own.partsNotValid).int(own.partsNotValid).min(0, own.partsNotValid).max(1_000_000).default(0),
    {
      label: 'Parts',
      help: 'Expected increase of the part counter of the machine. 0: not checked',
    },
  ),
});
export type HaasRunProgramArgs = z.output<typeof argsSchema>;

const initialVariables = {
  ...programVariables,
  /** Counter of the machine before the program; below 0 before it is read. */
  countBefore: -1,
};
export type HaasRunProgramVariables = ProgramVariables & { countBefore: number };

/** Returns the number of a program by the name of its file; undefined for a name that is none. */
export function programNumberOf(name: string): number | undefined {
  const digits = programName.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function checkProgram({ programName: name }: HaasRunProgramArgs): FieldProblem[] {
  if (name === '') return [invalid('programName', own.programRequired)];
  return programNumberOf(name) === undefined ? [invalid('programName', own.programNotValid)] : [];
}

function checkConnection(args: HaasRunProgramArgs): FieldProblem[] {
  const { connection, endpoint } = args;
  if (connection === 'serial') {
    const isPath = serialPath.test(args.serialPath);
    return [invalid('connection', own.notSerial), ...(isPath ? [] : [invalid('serialPath', own.serialNotValid)])];
  }
  return endpoint === '' || URL.canParse(endpoint) ? [] : [invalid('endpoint', own.notAnAddress(endpoint))];
}

/** Returns host and port of an address; undefined for none, or one that is not valid. */
function hostOf(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const { hostname, port } = new URL(endpoint);
  return `${hostname}:${port === '' ? usualPort : port}`;
}

const programArgs = { programName: '100.nc' };
const failing = (faults: readonly ('deviceFails' | 'machineFaults')[]) => ({ args: programArgs, played: { faults } });

export const haasRunProgramContract = defineContract({
  kind: 'HaasRunProgram',
  label: 'Run Haas program',
  section: 'Interface with other devices',
  description:
    'Starts a program of a Haas machine by the name of its file, and waits for its end. For routines created before Run program existed.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  offeredWith: 'legacyHaasSteps',
  variables: initialVariables,
  hasOutsideEffect: true,
  requires: ['machine'],
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check({ args }, { equipment }) {
    const { equipmentID, endpoint, connection } = args;
    const problems = [...checkProgram(args), ...checkConnection(args)];
    if (equipment === undefined) return problems;
    const address = describeDevice(equipmentID, equipment, machineDemand)?.endpoint;
    const asked = connection === 'ethernet' ? hostOf(endpoint) : undefined;
    const isOther = asked !== undefined && address !== undefined && asked !== address;
    return [
      ...problems,
      ...checkDevice(equipmentID, equipment, machineDemand),
      ...(isOther ? [invalid('endpoint', own.otherMachine(endpoint))] : []),
    ];
  },
  summarize: ({ programName: name }, { say }) => say`Run program ${name}`,
  examples: [
    { title: 'Run a program to its end', args: programArgs },
    { title: 'Expect two parts', args: { ...programArgs, endpoint: 'tcp://192.168.1.10:5051', partCount: 2 } },
  ],
  messages: [
    { message: own.programRequired, provokedBy: { args: {} } },
    { message: own.programNotValid, provokedBy: { args: { programName: 'O100' } } },
    { message: own.partsNotValid, provokedBy: { args: { ...programArgs, partCount: -1 } } },
    { message: own.notAnAddress('lathe'), provokedBy: { args: { ...programArgs, endpoint: 'lathe' } } },
    { message: own.serialNotValid, provokedBy: { args: { ...programArgs, connection: 'serial', serialPath: 'COM1' } } },
    {
      message: own.notSerial,
      provokedBy: {
        args: { ...programArgs, connection: 'serial', serialPath: '/dev/ttyUSB0' },
      },
    },
    {
      message: own.otherMachine('tcp://192.168.1.11:5051'),
      provokedBy: { args: { ...programArgs, endpoint: 'tcp://192.168.1.11:5051' }, equipment: [mill] },
    },
    { message: machineMessages.attachAMachine, provokedBy: { args: programArgs, equipment: [gripper] } },
    {
      message: messages.equipmentNotFound('m2'),
      provokedBy: { args: { ...programArgs, equipmentID: 'm2' }, equipment: [mill] },
    },
    {
      message: notSuchDevice('Gripper', machineDemand.label),
      provokedBy: { args: { ...programArgs, equipmentID: 'g1' }, equipment: [mill, gripper] },
    },
    {
      message: chooseDevice(machineDemand.label),
      provokedBy: { args: programArgs, equipment: [mill, { ...mill, id: 'm2' }] },
    },
    { message: machineMessages.runProgramFailed, provokedBy: failing(['deviceFails']) },
    { message: machineMessages.machineReportedFault, provokedBy: failing(['machineFaults']) },
  ],
});
