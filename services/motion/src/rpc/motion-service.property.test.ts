import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBadAnswer } from '../testing/find-bad-answer.fixture.ts';
import { startMotionBench } from '../testing/motion-bench.fixture.ts';
import { motionCalls } from '../testing/rpc-input.fixture.ts';

/** Cases per method; scripts/soak/r36-planner-input.ts runs ten thousand. */
const cases = propertyRuns(40, 200);
let motion: Awaited<ReturnType<typeof startMotionBench>>;

beforeAll(async () => {
  motion = await startMotionBench({ planningThreads: 0 });
});
afterAll(() => motion.stop());

it.each(Object.entries(motionCalls))(
  '%s returns a valid answer or refusal for any request',
  async (_, calls) => {
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        expect(await findBadAnswer(() => call(motion.client))).toBeUndefined();
      }),
      { numRuns: cases, seed: 36 },
    );
  },
  120_000,
);
