import { createInterface } from 'node:readline';
import { startModuleProcess } from '@cellwright/service-kit';
import { fromPythonSchema } from './python-lines.ts';
import type { FromScriptHost, ScriptHost, ScriptHostListener } from './script-host.ts';

/** A line of the process is never longer: a text that an expression may give, with each character escaped. */
const maxLineCharacters = 700_000;
const brokeOff = 'their process ended without a word';

/** A process that evaluates Python. */
export function startPythonProcess({ heard, lost }: ScriptHostListener): ScriptHost {
  const child = startModuleProcess(import.meta.url, './python-process.ts', {
    flags: ['--disallow-code-generation-from-strings', '--max-old-space-size=96', '--max-semi-space-size=2'],
    packages: ['pyodide', 'zod'],
  });
  const isGone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => lost(`their process cannot be started: ${error.message}`));
  child.once('close', () => lost(brokeOff));
  child.stdin.on('error', () => undefined);
  let unfinished = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    // Counted since its last line: a line without end would fill the memory.
    unfinished = chunk.includes(10) ? 0 : unfinished + chunk.length;
    if (unfinished > maxLineCharacters) lost(brokeOff);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readLine(line);
    if (message === undefined) lost(brokeOff);
    else heard(message);
  });
  return {
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    end() {
      child.kill('SIGKILL');
      return isGone;
    },
  };
}

function readLine(line: string): FromScriptHost | undefined {
  try {
    return fromPythonSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Not JSON: not our code any more.
    return undefined;
  }
}
