import { expect, it } from 'vitest';
import { welderLiveStateSchema } from '../../capabilities/welder.ts';
import { parseEquipmentConfig } from '../../contracts.ts';
import { openBench } from '../../testing/device-bench.fixture.ts';
import { testHeldArc, weld } from '../../testing/held-arc.fixture.ts';

const wired = {
  currentFlow: 'Input 3',
  wireStuck: 'Input 4',
  touchDetected: 'Input 5',
  machineFault: 'Input 6',
  wireStuckCheck: 'Output 5',
};
it('The kind WeldMachineGeneric checks the wire after the arc, and starts none while it is stuck', async () => {
  const bench = await openBench('WeldMachineGeneric', wired);
  bench.sim?.simulated.welder?.stickWire(true);
  await weld(bench, 'startArc');
  const stuck = { ok: false, failure: { kind: 'WeldFailure', message: expect.stringContaining('stuck') } };
  expect(await weld(bench, 'stopArc')).toMatchObject(stuck);
  expect(await weld(bench, 'startArc')).toMatchObject(stuck);
  await bench.close();
});

it('The kind WeldMachineGeneric ends the arc when the torch touches the workpiece', async () => {
  const bench = await openBench('WeldMachineGeneric', wired);
  await weld(bench, 'startArc');
  bench.sim?.simulated.welder?.touch(true);
  await bench.pass(100);
  expect(welderLiveStateSchema.parse(bench.driver.state()).welder).toEqual({ arc: 'off', fault: 'touchSensed' });
  expect(bench.sim?.simulated.welder?.commands.at(-1)?.isArcOn).toBe(false);
  await bench.close();
});

testHeldArc('WeldMachineGeneric', wired);

it('The kind WeldMachineGeneric uses each port for one signal', () => {
  expect(parseEquipmentConfig({ kind: 'WeldMachineGeneric', gas: 'Output 1' })).toMatchObject({
    isValid: false,
    config: { problems: ['gas: This port already has another meaning for this machine'] },
  });
});
