import { clientClock } from '@cellwright/client';
import { useEffect, useMemo } from 'react';
import { useRunner } from '../use-robot.ts';
import { HeldMotion, type HeldMotionEvents } from './held-motion.ts';

/** Returns the manual motion of a screen; it ends with the screen. `events` must stay the same object. */
export function useHeldMotion(events: HeldMotionEvents): HeldMotion {
  const runner = useRunner();
  const motion = useMemo(() => new HeldMotion(runner, clientClock, events), [runner, events]);
  useEffect(() => () => motion.end(), [motion]);
  return motion;
}
