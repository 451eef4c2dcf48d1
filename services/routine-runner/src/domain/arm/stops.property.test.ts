import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { it } from 'vitest';
import { stopProperty } from '../testing/stop-property.fixture.ts';

// The soak script runs 10,000 sequences; this smaller number still finds regressions.
it('moves nothing after an acknowledged stop, and never leaves its diagram', async () => {
  await fc.assert(stopProperty, { numRuns: propertyRuns(150, 1000) });
}, 120_000);
