import { expect, it } from 'vitest';
import type { AnyEquipmentKind } from '../contracts.ts';
import { openBench } from '../testing/device-bench.fixture.ts';
import type { WriteFunctions } from '../transport/modbus.ts';

const overModbus = { deviceInterface: 'modbusTCP' };
const output = { type: 'holdingRegister', offset: 10 };
const gripper = {
  interface: 'modbus',
  modbusOutputs: [
    { ...output, when: 'closing', value: 2 },
    { ...output, when: 'opening', value: 1 },
  ],
};

/** Returns the write functions that the driver of a device passes to its connection. */
async function readWriteFunctions(kind: AnyEquipmentKind, fields: object): Promise<WriteFunctions | undefined> {
  const targets: (WriteFunctions | undefined)[] = [];
  const bench = await openBench(
    kind,
    { ...fields },
    {
      tamper: (open) => (target) => {
        targets.push(target.writeFunctions);
        return open(target);
      },
    },
  );
  await bench.close();
  return targets[0];
}

it.each([
  ['ModbusTCPServer', {}],
  ['CustomGripper', gripper],
  ['CustomDevice', overModbus],
] as const)('A %s is written with the functions of its configuration', async (kind, fields) => {
  expect(await readWriteFunctions(kind, fields)).toEqual({ registers: 'multiple', coils: 'single' });
  const chosen = { ...fields, registerFunction: '6', coilFunction: '15' };
  expect(await readWriteFunctions(kind, chosen)).toEqual({ registers: 'single', coils: 'multiple' });
});
