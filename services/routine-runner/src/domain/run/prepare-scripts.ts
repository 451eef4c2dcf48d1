import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { type Program, scriptLanguagesOf } from '@cellwright/steps/engine';
import type { ScriptRunner } from '@cellwright/steps/framework';

/** Maximum wait of a play for its interpreters, ms. */
export const mostPreparingMS = 3000;

/**
 * Starts the interpreters of a routine, whose start takes longer than most steps may take, so that its first expression
 * does not fail. Resolves when they are ready, or after `mostPreparingMS`; never rejects.
 */
export async function prepareScripts(program: Program, scripts: ScriptRunner | undefined, clock: Clock): Promise<void> {
  const languages = [...scriptLanguagesOf(program)];
  if (!scripts?.prepare || languages.length === 0) return;
  const waiting = new AbortController();
  const late = realTimeOf(clock)
    .sleep(mostPreparingMS, waiting.signal)
    .catch(() => undefined);
  await Promise.race([Promise.all(languages.map((language) => scripts.prepare?.(language))), late]);
  waiting.abort();
}
