import { type Clock, sleepBy } from '@cellwright/domain/basics';
import * as z from 'zod';

/** Maximum factor: larger ones leave a process no time for work between two ticks of the arm. */
export const maxTimeScale = 20;

/** Speed-up of a simulated arm and simulated devices over real time; refused with a real robot. */
export const timeScaleConfig = {
  CELL_TIME_SCALE: z.coerce
    .number(`must be a number from 1 to ${maxTimeScale}`)
    .min(1, 'must be at least 1')
    .max(maxTimeScale, `must be at most ${maxTimeScale}`)
    .default(1),
} as const;

/**
 * Creates a clock that is `scale` times as fast as another one. Its timers never fire early. `wallNow` is not scaled:
 * records keep the date.
 */
export function createScaledClock(real: Clock, scale: number): Clock {
  if (scale === 1) return real;
  // Timers truncate fractions, and no wait may end early.
  const schedule: Clock['schedule'] = (ms, callback) => real.schedule(Math.ceil(ms / scale), callback);
  return {
    now: () => real.now() * scale,
    wallNow: () => real.wallNow(),
    sleep: (ms, signal) => sleepBy(schedule, ms, signal),
    schedule,
    scaling: { real, factor: scale },
  };
}
