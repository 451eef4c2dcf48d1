import * as z from 'zod';
import { CommandError } from './commands.ts';
import type { Stack } from './stack.ts';

const lineSchema = z.looseObject({ type: z.string().optional() });

/** Beyond this a commander of the arm is taken for dead: on a machine that is so late, an arm stops with good reason, ms. */
const commanderSilentMS = 200;
const mostPlays = 3;

export interface Played {
  readonly routine: string;
  /** Lines that the command line printed about the run. */
  readonly lines: number;
  /** Plays that a late machine ended; more than none only where bare timers were late, too. */
  readonly endedByLateMachine: number;
  readonly [figure: string]: unknown;
}

/**
 * Plays an example through the door, with the product's command line. An arm whose commander the machine did not run for
 * 200 ms stops, and the routine with it: then, and then only, it is played again.
 * @throws CommandError when the routine does not come to its end.
 */
export async function play(stack: Stack, routine: string): Promise<Played> {
  for (let ended = 0; ; ended++) {
    const worstLagMS = watchLag();
    try {
      const args = ['dist/routine.js', 'run', `/app/examples/routines/${routine}.json`, '--yes', '--json'];
      const text = await stack.cli(args);
      const lines = text.trim().split('\n');
      for (const line of lines) lineSchema.parse(JSON.parse(line));
      return { routine, lines: lines.length, endedByLateMachine: ended };
    } catch (error) {
      const isLate = worstLagMS() > commanderSilentMS / 4;
      const isItsFault =
        error instanceof CommandError && /HeartbeatLost|silent for|not possible in Failure/.test(error.output);
      if (!isLate || !isItsFault || ended + 1 >= mostPlays) throw error;
    }
  }
}

function watchLag(): () => number {
  const everyMS = 10;
  let worst = 0;
  let dueAt = performance.now() + everyMS;
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - dueAt);
    dueAt = performance.now() + everyMS;
  }, everyMS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return worst;
  };
}
