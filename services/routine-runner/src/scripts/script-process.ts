import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { dropRights } from '@cellwright/service-kit/sandbox';
import type { ScriptLanguage } from '@cellwright/steps/framework';
import { loadJavaScript } from './evaluate-javascript.ts';
import { loadPython } from './evaluate-python.ts';
import type { Interpreter } from './interpreter.ts';
import { type FromScriptProcess, scriptLanguageSchema, toScriptProcessSchema } from './script-lines.ts';

/**
 * The process that evaluates expressions, one at a time, each in an interpreter of its own inside WebAssembly. Around the
 * interpreters, should one have a hole: no environment, no rights, no code made from text, a limit of memory, and the runner
 * on the other end, which ends the process.
 */

/** Behind the rest of the cell. */
const niceness = 10;

const load = { JavaScript: loadJavaScript, Python: loadPython } as const;
const interpreters = new Map<ScriptLanguage, Promise<Interpreter>>();
const send = (message: FromScriptProcess): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

function find(language: ScriptLanguage): Promise<Interpreter> {
  const known = interpreters.get(language) ?? load[language]();
  interpreters.set(language, known);
  return known;
}

async function answer(line: string): Promise<void> {
  const { id, script } = toScriptProcessSchema.parse(JSON.parse(line));
  const interpreter = await find(script.language);
  send({ id, answer: interpreter.evaluate(script, () => send('begun')) });
  // The response is sent first.
  setImmediate(() => interpreter.prepareNext());
}

setPriority(niceness);
for (const argument of process.argv.slice(2)) await find(scriptLanguageSchema.parse(argument));
dropRights();

// Its lines end when the runner exits: then this process has nothing left to do.
createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  .on('close', () => process.exit());
send('ready');
