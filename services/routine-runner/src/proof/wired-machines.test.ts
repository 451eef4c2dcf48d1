import { describe, expect, it } from 'vitest';
import { fileOf } from './planted-steps.fixture.ts';
import { compileFile, deviceOf, gripperRecord, proveHere } from './proof.fixture.ts';

const onPort = (ioPort: string) => ({ via: 'port', ioPort });
const door = {
  isFitted: true,
  ...{ open: onPort('Output 2'), close: onPort('Output 3'), opened: onPort('Input 2'), closed: onPort('Input 3') },
};

describe('a dry run with a machine whose door and cycle start are on wires', () => {
  it.each(['haasNGC', 'modbusTCP', 'controlBoxIO', 'mtConnect'])(
    'opens the door and runs a program: %s',
    async (deviceInterface) => {
      const machine = deviceOf('CNCMachine', 'equipment_machine', {
        ...{ name: 'Machine', deviceInterface, autodoor: door },
        cycle: { startOutput: 'Output 1' },
        machineStatus: { running: onPort('Input 4') },
      });
      const steps = [
        { kind: 'CNCOperateAutodoor', args: { actionID: 'open' } },
        { kind: 'CNCOperateAutodoor', args: { actionID: 'close' } },
        { kind: 'CNCRunProgram', args: { program: 100 } },
      ];
      const report = await proveHere(compileFile(fileOf({ steps })), { equipment: [gripperRecord, machine] });
      expect(report.findings).toEqual([]);
      expect(report.outcome).toBe('completed');
    },
  );
});
