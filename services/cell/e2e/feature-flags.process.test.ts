import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { testFeatureFlags } from './feature-flags.contract.ts';

// `npm test` has them in the shared cell, in the shape of compact.
inExhaustiveRuns(() => {
  describe('a step that needs a feature, in the shape of processes', () => {
    let faults: FaultCell;
    beforeAll(async () => {
      faults = await startFaultCell('processes');
    }, 120_000);
    afterAll(() => faults.remove(), 60_000);

    testFeatureFlags(() => faults);
  });
});
