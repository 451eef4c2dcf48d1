import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { Clock, Logger, VolatileStore } from '@cellwright/service-kit';
import * as z from 'zod';
import type { PlanStorePort } from '../domain/cached-planner.ts';

const ttlMs = 24 * 60 * 60 * 1000;
const patienceMS = 50;
const version = 2;

const numbers = z.array(z.number());
const storedSchema = z.object({
  version: z.literal(version),
  plans: z.array(
    z.object({
      startJoints: numbers,
      segments: z.array(
        z.object({
          trajectory: z.object({
            points: z.array(
              z.object({ timeFromStart: z.number(), positions: numbers, velocities: numbers, accelerations: numbers }),
            ),
          }),
          firstTarget: z.number(),
          lastTarget: z.number(),
          targetTimes: numbers,
          distanceMeters: z.number(),
        }),
      ),
      detours: z.array(
        z.object({
          targetIndex: z.number(),
          waypoints: z.array(numbers),
          reason: z.string(),
          isOtherPosture: z.boolean(),
        }),
      ),
    }),
  ),
});

const generationKey = 'motion:plan-generation';

/**
 * Creates the persistent store of the plan cache: it survives this process, may be deleted at any time, and never fails
 * a plan.
 */
export function createPlanStore(store: VolatileStore, clock: Clock, log: Logger): PlanStorePort {
  /** True once the store has answered: before, it may hold plans that cannot be removed. */
  let isInitialized = false;
  const readGeneration = async () => {
    const generation = await store.get(generationKey);
    isInitialized = true;
    return generation ?? '0';
  };
  const keyOf = async (key: string) => `motion:plan:${await readGeneration()}:${key}`;
  return {
    async load(key) {
      try {
        const asked = (async () => store.get(await keyOf(key)))();
        // A new plan is faster than waiting for an unreachable store.
        const text = await Promise.race([asked, clock.sleep(patienceMS).then(() => null)]);
        const stored = text === null ? undefined : storedSchema.safeParse(JSON.parse(text));
        return stored?.success ? stored.data.plans : [];
      } catch (error) {
        log.debug('the plan store could not be read', { error });
        return [];
      }
    },
    save(key, plans) {
      const save = async () => store.set(await keyOf(key), JSON.stringify({ version, plans }), { ttlMs });
      save().catch((error: unknown) => log.debug('a plan could not be stored', { error }));
    },
    async clear() {
      try {
        await store.increment(generationKey);
        isInitialized = true;
      } catch (cause) {
        if (isInitialized) throw cause;
        throw new ProductError('unavailable', messages.motionPlanCacheNotInitialized, undefined, { cause });
      }
    },
  };
}
