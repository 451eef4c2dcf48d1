import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { machineMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import {
  type CellEquipment,
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

const own = defineMessages('CNCOperateAutodoor', {
  noDoor: (name: string) => `${name} has no automatic door. Add it to the machine, or choose another`,
});

/** A door may take a minute; the device gives it up before. */
export const doorLimitMS = 70_000;

const demand: DeviceDemand<'door'> = {
  capability: 'door',
  label: 'a machine with an automatic door',
  attach: machineMessages.attachAMachine,
};

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Machine',
    help: 'Default: the only machine of the cell',
    control: 'equipment',
    accepts: 'door',
  }),
  actionID: field(z.enum(['open', 'close']).default('open'), { label: 'Door' }),
});
export type CNCOperateAutodoorArgs = z.output<typeof argsSchema>;

const doorless: CellEquipment = { ...mill, descriptions: { door: { actions: [] } } };

export const cncOperateAutodoorContract = defineContract({
  kind: 'CNCOperateAutodoor',
  label: 'Operate automatic door',
  section: 'Interface with other devices',
  description: 'Opens or closes the automatic door of a machine tool, and waits for its sensor.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: true,
  requires: ['door'],
  timeLimit: () => ({ limitMS: doorLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args: { equipmentID } }, { equipment }) {
    if (equipment === undefined) return [];
    const known = describeDevice(equipmentID, equipment, demand);
    const name = equipment.find(({ id, capabilities }) => id === equipmentID || capabilities.includes('door'))?.name;
    const missing = known?.actions.length === 0 ? [invalid('equipmentID', own.noDoor(name ?? ''))] : [];
    return [...checkDevice(equipmentID, equipment, demand), ...missing];
  },
  summarize: ({ actionID }, { say }) =>
    actionID === 'open' ? say`Open the door of the machine` : say`Close the door of the machine`,
  examples: [
    { title: 'Open the door', args: {} },
    { title: 'Close the door', args: { actionID: 'close' } },
  ],
  messages: [
    { message: machineMessages.attachAMachine, provokedBy: { args: {}, equipment: [gripper] } },
    { message: messages.equipmentNotFound('m2'), provokedBy: { args: { equipmentID: 'm2' }, equipment: [mill] } },
    {
      message: notSuchDevice('Gripper', demand.label),
      provokedBy: { args: { equipmentID: 'g1' }, equipment: [mill, gripper] },
    },
    { message: chooseDevice(demand.label), provokedBy: { args: {}, equipment: [mill, { ...mill, id: 'm2' }] } },
    { message: own.noDoor('Mill'), provokedBy: { args: {}, equipment: [doorless] } },
    { message: machineMessages.autodoorFailed, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    { message: machineMessages.autodoorFailed, provokedBy: { args: {}, played: { faults: ['deviceBusy'] } } },
  ],
});
