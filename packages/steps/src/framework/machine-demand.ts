import { machineMessages } from '@cellwright/domain/runner-socket';
import type { CellEquipment } from './contract.ts';
import type { DeviceDemand } from './device-checks.ts';

/** Demand of a step for a machine tool. */
export const machineDemand: DeviceDemand<'machine'> = {
  capability: 'machine',
  label: 'a machine tool',
  attach: machineMessages.attachAMachine,
};

/** A machine with a door and a chuck, and a device that is none, for the messages of steps. */
export const mill: CellEquipment = {
  id: 'm1',
  kind: 'CNCMachine',
  name: 'Mill',
  capabilities: ['machine', 'door', 'workholding'],
  descriptions: {
    machine: { choosesProgram: true, hasCellSafe: true, endpoint: '192.168.1.10:5051' },
    door: {
      actions: [
        { id: 'open', name: 'open' },
        { id: 'close', name: 'close' },
      ],
    },
    workholding: { workholdings: [{ id: 'chuck', name: 'Chuck' }] },
  },
};
export const gripper: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };
