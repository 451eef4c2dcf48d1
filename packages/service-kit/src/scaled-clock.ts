import { type Clock, sleepBy } from '@cellwright/domain';
import * as z from 'zod';

/** Larger factors leave a process no time for the work between two ticks of the arm. */
export const maxTimeScale = 20;

/** How much faster than real time a simulated arm and simulated devices are; refused with a real robot. */
export const timeScaleConfig = {
  CELL_TIME_SCALE: z.coerce
    .number(`must be a number from 1 to ${maxTimeScale}`)
    .min(1, 'must be at least 1')
    .max(maxTimeScale, `must be at most ${maxTimeScale}`)
    .default(1),
} as const;

/**
 * A clock that is `scale` times as fast as another one. Its timers fire when its own time is up, never before. `wallNow` is not
 * scaled: records keep the date.
 */
export function createScaledClock(real: Clock, scale: number): Clock {
  if (scale === 1) return real;
  // Timers cut fractions off, and no wait may end before its time.
  const schedule: Clock['schedule'] = (ms, callback) => real.schedule(Math.ceil(ms / scale), callback);
  return {
    now: () => real.now() * scale,
    wallNow: () => real.wallNow(),
    sleep: (ms, signal) => sleepBy(schedule, ms, signal),
    schedule,
    scaling: { real, factor: scale },
  };
}
