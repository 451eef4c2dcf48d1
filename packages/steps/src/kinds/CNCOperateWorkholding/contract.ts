import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import {
  checkDevice,
  chooseDevice,
  type DeviceDemand,
  defineContract,
  describeDevice,
  field,
  gripper,
  invalid,
  mill,
  notSuchDevice,
} from '../../framework/index.ts';

const own = defineMessages('CNCOperateWorkholding', {
  noSuchWorkholding: (name: string) => `The machine has no workholding '${name}'. Add it, or choose another`,
  chooseWorkholding: 'Choose a workholding: the machine does not have exactly one',
});

/** A workholding may take a minute; the device gives it up before. */
export const workholdingLimitMS = 70_000;

const demand: DeviceDemand<'workholding'> = {
  capability: 'workholding',
  label: 'a machine with workholding',
  attach: machineMessages.attachAMachine,
};

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'workholding',
  }),
  workholdingID: field(z.string().max(200).default(''), {
    label: 'Workholding',
    help: 'Name or id; empty for the only one of the machine',
  }),
  action: field(z.enum(['clamp', 'unclamp']).default('clamp'), { label: 'Action' }),
});
export type CNCOperateWorkholdingArgs = z.output<typeof argsSchema>;

export const cncOperateWorkholdingContract = defineContract({
  kind: 'CNCOperateWorkholding',
  label: 'Operate workholding',
  section: 'Interface with other devices',
  description: 'Clamps or unclamps a chuck or a vise of a machine tool, and waits for its sensor.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: true,
  requires: ['workholding'],
  timeLimit: () => ({ limitMS: workholdingLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args: { equipmentID, workholdingID } }, { equipment }) {
    if (equipment === undefined) return [];
    const problems = checkDevice(equipmentID, equipment, demand);
    const known = describeDevice(equipmentID, equipment, demand)?.workholdings;
    if (!known) return problems;
    if (workholdingID === '')
      return known.length === 1 ? problems : [...problems, invalid('workholdingID', own.chooseWorkholding)];
    const isKnown = known.some(({ id, name }) => id === workholdingID || name === workholdingID);
    return isKnown ? problems : [...problems, invalid('workholdingID', own.noSuchWorkholding(workholdingID))];
  },
  summarize: ({ action }, { say }) => (action === 'clamp' ? say`Clamp the part` : say`Unclamp the part`),
  examples: [
    { title: 'Clamp', args: {} },
    { title: 'Unclamp one of several', args: { workholdingID: 'Chuck', action: 'unclamp' } },
  ],
  messages: [
    { message: machineMessages.attachAMachine, provokedBy: { args: {}, equipment: [gripper] } },
    { message: messages.equipmentNotFound('m2'), provokedBy: { args: { equipmentID: 'm2' }, equipment: [mill] } },
    {
      message: notSuchDevice('Gripper', demand.label),
      provokedBy: { args: { equipmentID: 'g1' }, equipment: [mill, gripper] },
    },
    { message: chooseDevice(demand.label), provokedBy: { args: {}, equipment: [mill, { ...mill, id: 'm2' }] } },
    { message: own.noSuchWorkholding('Vise'), provokedBy: { args: { workholdingID: 'Vise' }, equipment: [mill] } },
    {
      message: own.chooseWorkholding,
      provokedBy: { args: {}, equipment: [{ ...mill, descriptions: { workholding: { workholdings: [] } } }] },
    },
    { message: machineMessages.workholdingFailed, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    { message: machineMessages.workholdingFailed, provokedBy: { args: {}, played: { faults: ['deviceBusy'] } } },
  ],
});
