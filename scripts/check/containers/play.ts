import * as z from 'zod';
import { CommandError } from './commands.ts';
import type { Stack } from './stack.ts';

const lineSchema = z.looseObject({ type: z.string().optional() });

/**
 * Time after which a commander of the arm counts as dead, ms: on a machine with such delays, an arm stops with good
 * reason.
 */
const commanderSilentMS = 200;
const mostPlays = 3;

export interface Played {
  readonly routine: string;
  /** Number of lines about the run printed by the command line. */
  readonly lines: number;
  /** Plays ended by delays of the machine; more than zero only if bare timers were late, too. */
  readonly endedByLateMachine: number;
  readonly [figure: string]: unknown;
}

/**
 * Plays an example through the gateway, with the product's command line. An arm whose commander was delayed by the
 * machine for 200 ms stops, with the routine: only then it is played again.
 * @throws CommandError when the routine does not complete.
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
