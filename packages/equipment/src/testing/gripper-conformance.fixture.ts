import { it } from 'vitest';
import { GripperRig, gripperCases } from '../conformance/gripper/index.ts';
import type { EquipmentKind } from '../contracts.ts';
import { openBench } from './device-bench.fixture.ts';

/** What every gripper must do: run on the kind's simulator, through its driver, over a real socket. */
export function testGripperConformance(kind: EquipmentKind, fields: Readonly<Record<string, unknown>> = {}): void {
  it.each(gripperCases.map((one) => [one.title, one] as const))('%s', async (_, one) => {
    const bench = await openBench(kind, fields);
    const rig = new GripperRig(bench);
    rig.simulated.placePart(undefined);
    try {
      await one.run(rig);
    } finally {
      await bench.close();
    }
  });
}
