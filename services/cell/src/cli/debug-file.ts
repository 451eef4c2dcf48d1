import { createInterface } from 'node:readline';
import { parseRoutineFile, walkSteps } from '@cellwright/domain/routine';
import { type CellClient, openSession } from './cell-client.ts';
import { type Debugging, debugHelp, isUnderWay, perform } from './debug-commands.ts';
import type { NamedStep } from './debug-text.ts';
import type { Output } from './output.ts';
import { importFile, makeReady, type PlayOptions, printRefusal } from './play-file.ts';

export interface DebugOptions extends Pick<PlayOptions, 'robotKind' | 'recovers' | 'releasesBrakes' | 'saysYes'> {
  /** Aborts on Ctrl-C: the arm is stopped before the command exits. */
  readonly interrupt: AbortSignal;
  /** Source of the commands: a terminal, or a script. */
  readonly input: NodeJS.ReadStream;
  readonly prompt: NodeJS.WritableStream;
}

/** Exit codes of `routine debug`. */
const done = 0;
const failed = 1;
const interrupted = 130;

/**
 * Imports and loads a routine file and debugs it by commands, one per line. Exiting stops an active run. Returns the
 * exit code: a script of commands fails when one of them was refused.
 */
export async function debugFile(
  client: CellClient,
  fileText: string,
  options: DebugOptions,
  output: Output,
): Promise<number> {
  const imported = await importFile(client, fileText, output);
  if (imported === undefined) return failed;
  const { routineID, version, remappedIds } = imported;
  const session = await openSession(client, options.robotKind);
  const onInterrupt = () => void client.stop(options.robotKind).catch((error) => printRefusal(error, output));
  options.interrupt.addEventListener('abort', onInterrupt);
  try {
    await session.waitFor(({ kind }) => kind !== 'Constructing');
    const obstacle = await makeReady(session, options, output);
    if (obstacle !== undefined) {
      output.error(obstacle);
      return failed;
    }
    await session.send('loadRoutine', { routineID, version });
    await session.waitFor(({ routine }) => routine?.id === routineID && routine.version === version);
    const steps = stepsOf(fileText, remappedIds);
    const debugging = { session, routineID, steps, saysYes: options.saysYes, output };
    return await followCommands(debugging, options);
  } finally {
    options.interrupt.removeEventListener('abort', onInterrupt);
    if (isUnderWay(session.state)) await client.stop(options.robotKind);
    session.close();
  }
}

async function followCommands(debugging: Debugging, { input, prompt, interrupt }: DebugOptions): Promise<number> {
  const isTerminal = input.isTTY;
  const ask = () => void (isTerminal && prompt.write('(debug) '));
  if (isTerminal) prompt.write(`${debugHelp}\n`);
  // Not as a terminal: Ctrl-C must remain a signal, which stops the arm.
  const lines = createInterface({ input, terminal: false });
  interrupt.addEventListener('abort', () => lines.close(), { once: true });
  let wasRefused = false;
  ask();
  for await (const line of lines) {
    if (/^\s*(quit|q)\s*$/.test(line) || interrupt.aborted) break;
    if (line.trim() !== '' && !(await perform(debugging, line))) wasRefused = true;
    ask();
  }
  lines.close();
  if (interrupt.aborted) return interrupted;
  return wasRefused && !isTerminal ? failed : done;
}

/** Returns the steps of a file under the ids that the cell assigned. */
function stepsOf(fileText: string, remappedIds: Readonly<Record<string, string>>): NamedStep[] {
  const file = parseRoutineFile(JSON.parse(fileText));
  if (!file.ok) return [];
  return [...walkSteps(file.value.routine.steps)].map(({ step, path }) => ({
    id: remappedIds[step.id] ?? step.id,
    path,
    stepKind: step.stepKind,
    description: step.description,
  }));
}
