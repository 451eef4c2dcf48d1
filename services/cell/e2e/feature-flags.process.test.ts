import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { testFeatureFlags } from './feature-flags.contract.ts';

// `npm test` runs them in the shared cell, in the compact shape.
inExhaustiveRuns(() => {
  describe('feature-dependent steps in the shape of processes', () => {
    let faults: FaultCell;
    beforeAll(async () => {
      faults = await startFaultCell('processes');
    }, 120_000);
    afterAll(() => faults.remove(), 60_000);

    testFeatureFlags(() => faults);
  });
});
