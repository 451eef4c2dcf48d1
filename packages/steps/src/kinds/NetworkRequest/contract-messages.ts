import { messages } from '@cellwright/domain/messages';
import type { EnvironmentVariable } from '@cellwright/domain/routine';
import type { CellEquipment, DocumentedMessage } from '../../framework/index.ts';
import { networkMessages } from './contract-wording.ts';

const count: EnvironmentVariable = { id: 'count', name: 'Count', initialValue: 0, isGlobal: false };
const plc: CellEquipment = {
  id: 'plc',
  kind: 'ModbusTCPServer',
  name: 'PLC',
  capabilities: ['registers'],
  descriptions: { registers: { registers: [{ id: 'r1', name: 'Parts', isWritable: false }] } },
};
const gripper: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };

const one = { kind: 'constant', value: 1 };
const read = { registers: [{ register: 'Parts', variableID: 'count' }] };
const write = { operation: 'write', registers: [{ register: 'Parts', value: one }] };
const get = { requestKind: 'http', url: 'http://orders.example/next' };
const take = (path: string) => ({ ...get, outputs: [{ path, variableID: 'count' }] });
const around = { variables: [count], equipment: [plc] };
/** When played, a failure belongs to the step only if it does not hold the routine for recovery. */
const goOn = { faults: [] };

export const documentedMessages: readonly DocumentedMessage[] = [
  { message: networkMessages.registerRequired, provokedBy: { args: {}, ...around } },
  { message: networkMessages.registerRequired, provokedBy: { args: { registers: [{}] }, ...around } },
  {
    message: networkMessages.readNeedsVariables,
    provokedBy: { args: { registers: [{ register: 'Parts' }] }, ...around },
  },
  {
    message: networkMessages.valueRequired,
    provokedBy: { args: { operation: 'write', registers: [{ register: 'Parts' }] }, ...around },
  },
  { message: messages.variableNotValid('count'), provokedBy: { args: read, equipment: [plc] } },
  { message: messages.variableNotValid('count'), provokedBy: { args: take('') } },
  { message: networkMessages.noDevice, provokedBy: { args: read, ...around, equipment: [gripper] } },
  {
    message: networkMessages.chooseDevice,
    provokedBy: { args: read, ...around, equipment: [plc, { ...plc, id: 'b' }] },
  },
  { message: messages.equipmentNotFound('gone'), provokedBy: { args: { ...read, equipmentID: 'gone' }, ...around } },
  {
    message: networkMessages.withoutRegisters('Gripper'),
    provokedBy: { args: { ...read, equipmentID: 'g1' }, ...around, equipment: [plc, gripper] },
  },
  {
    message: networkMessages.noSuchRegister('PLC', 'Speed'),
    provokedBy: { args: { registers: [{ register: 'Speed', variableID: 'count' }] }, ...around },
  },
  { message: networkMessages.readOnly('Parts'), provokedBy: { args: write, ...around } },
  { message: networkMessages.addressRequired, provokedBy: { args: { requestKind: 'http' } } },
  {
    message: 'Enter an address that begins with http:// or https://, without user name and password',
    provokedBy: { args: { ...get, url: 'ftp://orders.example' } },
  },
  { message: networkMessages.bodyNotSent('GET'), provokedBy: { args: { ...get, body: one } } },
  { message: networkMessages.headerNameWrong, provokedBy: { args: { ...get, headers: [{ name: 'a b' }] } } },
  {
    message: networkMessages.headerValueWrong,
    provokedBy: { args: { ...get, headers: [{ name: 'Accept', value: 'a\r\nHost: b' }] } },
  },
  { message: networkMessages.headerReserved('Host'), provokedBy: { args: { ...get, headers: [{ name: 'Host' }] } } },
  {
    message: 'Choose a variable for every value of the response',
    provokedBy: { args: { ...get, outputs: [{ path: 'count' }] } },
  },
  {
    message: networkMessages.valueIsNoNumber('Parts'),
    provokedBy: {
      args: { operation: 'write', registers: [{ register: 'Parts', value: { kind: 'constant', value: 'three' } }] },
      ...around,
      played: goOn,
    },
  },
  {
    message: messages.errorInField('body', 'Input 1 cannot be read'),
    provokedBy: {
      args: {
        ...get,
        method: 'POST',
        body: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
      },
      played: { faults: ['inputsVanish'] },
    },
  },
  {
    message: messages.unknownVariableID('count'),
    provokedBy: { args: take('count'), variables: [count], played: { faults: ['variablesVanish'] } },
  },
];
