import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import {
  checkDevice,
  chooseDevice,
  defineContract,
  describeDevice,
  field,
  gripper,
  invalid,
  machineDemand,
  mill,
  noTimeLimit,
  notSuchDevice,
} from '../../framework/index.ts';

const own = defineMessages('HaasControlRegion', {
  noCellSafe: 'The machine has no signal for "robot is clear". Add the signal to the machine',
});

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'machine',
  }),
});
export type HaasControlRegionArgs = z.output<typeof argsSchema>;

export const haasControlRegionContract = defineContract({
  kind: 'HaasControlRegion',
  label: 'Machine control region',
  section: 'Interface with other devices',
  description:
    'Signals to a machine tool that the robot is clear while the steps inside play, and always resets the signal at the end.',
  args: argsSchema,
  children: { policy: 'required' },
  variables: {},
  hasOutsideEffect: true,
  requires: ['machine'],
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check({ args: { equipmentID } }, { equipment }) {
    if (equipment === undefined) return [];
    const known = describeDevice(equipmentID, equipment, machineDemand);
    const missing = known && !known.hasCellSafe ? [invalid('equipmentID', own.noCellSafe)] : [];
    return [...checkDevice(equipmentID, equipment, machineDemand), ...missing];
  },
  summarize: (_args, { say }) => say`While the robot is clear of the machine`,
  examples: [{ title: 'While the machine runs', args: {} }],
  messages: [
    { message: machineMessages.attachAMachine, provokedBy: { args: {}, childKinds: ['Wait'], equipment: [gripper] } },
    {
      message: messages.equipmentNotFound('m2'),
      provokedBy: { args: { equipmentID: 'm2' }, childKinds: ['Wait'], equipment: [mill] },
    },
    {
      message: notSuchDevice('Gripper', machineDemand.label),
      provokedBy: { args: { equipmentID: 'g1' }, childKinds: ['Wait'], equipment: [mill, gripper] },
    },
    {
      message: chooseDevice(machineDemand.label),
      provokedBy: { args: {}, childKinds: ['Wait'], equipment: [mill, { ...mill, id: 'm2' }] },
    },
    {
      message: own.noCellSafe,
      provokedBy: {
        args: {},
        childKinds: ['Wait'],
        equipment: [{ ...mill, descriptions: { machine: { choosesProgram: true, hasCellSafe: false } } }],
      },
    },
    {
      message: machineMessages.setCellSafeFailed,
      provokedBy: { args: {}, childKinds: ['Wait'], played: { faults: ['deviceFails'] } },
    },
    {
      message: machineMessages.resetCellSafeFailed,
      provokedBy: { args: {}, childKinds: ['Wait'], played: { faults: ['cellSafeStays'] } },
    },
  ],
});
