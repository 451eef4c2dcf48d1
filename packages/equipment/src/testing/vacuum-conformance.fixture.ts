import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { vacuumChannels } from '../capabilities/index.ts';
import { actuate, describeVacuum, grip, simulatedVacuum, vacuumTrial } from '../conformance/vacuum.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { testDeviceInTrouble } from './device-trouble.fixture.ts';

/** Tests a vacuum gripper beyond its conformance cases: on the kind's simulator, through its driver. */
export function testVacuum(kind: EquipmentKind): void {
  testDeviceInTrouble(kind, vacuumTrial);

  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench(kind);
  });
  afterEach(() => bench.close());

  it('sends any commanded values exactly to its channels', async () => {
    const { minimum, maximum } = describeVacuum(bench).suctionRange;
    const { commands } = simulatedVacuum(bench);
    const percent = fc.integer({ min: Math.ceil(minimum * 100), max: Math.floor(maximum * 100) });
    const suction = fc.record({ A: fc.option(percent), B: fc.option(percent) });
    await fc.assert(
      fc.asyncProperty(suction, async ({ A, B }) => {
        if (A === null && B === null) return;
        const told = { ...(A === null ? {} : { A: A / 100 }), ...(B === null ? {} : { B: B / 100 }) };
        const before = commands.length;
        await actuate(bench, grip(told, { waitForVacuum: false }));
        const seen = commands.slice(before).map(({ channel, mode, suction }) => [channel, mode, suction]);
        expect(seen).toEqual(
          vacuumChannels.flatMap((channel) => (told[channel] === undefined ? [] : [[channel, 'grip', told[channel]]])),
        );
      }),
      { numRuns: 40 },
    );
  });
}
