import { MotionServiceService } from '@cellwright/proto/motion';
import { createHealth, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { createGrpcClient, type GrpcClient } from '@cellwright/service-kit/grpc';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '../app.ts';
import { findBadAnswer } from '../testing/find-bad-answer.fixture.ts';
import { motionCalls } from '../testing/rpc-input.fixture.ts';

/** Of a method; scripts/soak/r36-planner-input.ts does ten thousand. */
const cases = 200;
let motion: Awaited<ReturnType<typeof build>>;
let client: GrpcClient<typeof MotionServiceService>;

beforeAll(async () => {
  const metrics = createMetrics({ defaults: false });
  motion = await build({ clock: systemClock, log: silentLogger, metrics, health: createHealth(), port: 0 });
  client = createGrpcClient(MotionServiceService, (await motion.start()).address, { caller: 'test', metrics });
});
afterAll(async () => {
  client.channel.close();
  await motion.stop();
});

it.each(Object.entries(motionCalls))(
  'whatever %s is called with, it answers, and is never at a loss',
  async (_, calls) => {
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        expect(await findBadAnswer(() => call(client))).toBeUndefined();
      }),
      { numRuns: cases, seed: 36 },
    );
  },
  120_000,
);
