import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { findNamed } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import {
  type CellEquipment,
  checkDevice,
  type DeviceDemand,
  defineContract,
  describeDevice,
  deviceTimeLimitMS,
  type FieldProblem,
  field,
  invalid,
  notSuchDevice,
} from '../../framework/index.ts';

const own = defineMessages('OperateEquipment', {
  equipmentRequired: 'Equipment required',
  actionRequired: 'Action required',
  noSuchAction: (name: string, action: string) =>
    `${name} has no action '${action}'. Add it to the device, or choose another`,
});

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Equipment',
    help: 'A device with actions',
    control: 'equipment',
    accepts: 'actions',
  }),
  actionID: field(z.string().max(200).default(''), {
    label: 'Action',
    help: 'Id or name of the action in the device: clamp, open…',
    control: 'deviceAction',
  }),
});
export type OperateEquipmentArgs = z.output<typeof argsSchema>;

const demand: DeviceDemand<'actions'> = {
  capability: 'actions',
  label: 'a device with actions',
  attach: own.equipmentRequired,
};

const clamp: CellEquipment = {
  id: 'd1',
  kind: 'CustomDevice',
  name: 'Clamp',
  capabilities: ['actions'],
  descriptions: { actions: { sensorKind: 'modbusTCP', actions: [{ id: 'a1', name: 'clamp' }], sensors: [] } },
};
const lift: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: [] };
const args = { equipmentID: 'd1', actionID: 'clamp' };

export const operateEquipmentContract = defineContract({
  kind: 'OperateEquipment',
  label: 'Operate equipment',
  section: 'Interface with other devices',
  description:
    'Runs an action of a custom device and waits until it is done. While the device is busy or unreachable, the step retries every 100 ms.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: true,
  requires: ['actions'],
  timeLimit: () => ({ limitMS: deviceTimeLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args: { equipmentID, actionID } }, { equipment }) {
    const problems: FieldProblem[] = [];
    if (equipmentID === undefined) problems.push(invalid('equipmentID', own.equipmentRequired));
    if (actionID.trim() === '') problems.push(invalid('actionID', own.actionRequired));
    if (equipmentID === undefined || equipment === undefined) return problems;
    problems.push(...checkDevice(equipmentID, equipment, demand));
    const known = describeDevice(equipmentID, equipment, demand);
    if (!known || actionID.trim() === '' || findNamed(known.actions, actionID)) return problems;
    const name = equipment.find(({ id }) => id === equipmentID)?.name ?? equipmentID;
    return [...problems, invalid('actionID', own.noSuchAction(name, actionID))];
  },
  summarize({ equipmentID = '', actionID }, names) {
    const { say } = names;
    if (actionID === '') return say`No action`;
    return say`Run '${names.deviceAction?.(equipmentID, actionID) ?? actionID}'`;
  },
  examples: [{ title: 'Close a clamp', args: { equipmentID: 'equipment_clamp', actionID: 'clamp' } }],
  messages: [
    { message: own.equipmentRequired, provokedBy: { args: { actionID: 'clamp' }, equipment: [clamp] } },
    { message: own.actionRequired, provokedBy: { args: { equipmentID: 'd1' }, equipment: [clamp] } },
    {
      message: messages.equipmentNotFound('d2'),
      provokedBy: { args: { ...args, equipmentID: 'd2' }, equipment: [clamp] },
    },
    {
      message: notSuchDevice('Lift', demand.label),
      provokedBy: { args: { ...args, equipmentID: 'l1' }, equipment: [clamp, lift] },
    },
    {
      message: own.noSuchAction('Clamp', 'explode'),
      provokedBy: { args: { ...args, actionID: 'explode' }, equipment: [clamp] },
    },
    { message: messages.equipmentActionFailed, provokedBy: { args, played: { faults: ['deviceFails'] } } },
    { message: messages.equipmentActionFailed, provokedBy: { args, played: { faults: ['deviceBusy'] } } },
  ],
});
