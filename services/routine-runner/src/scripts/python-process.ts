import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { dropRights } from './drop-rights.ts';
import { loadPython, type PythonAnswer } from './python-interpreter.ts';
import { toPythonSchema } from './python-lines.ts';
import { pythonPrelude } from './python-prelude.ts';
import type { FromScriptHost } from './script-host.ts';
import { gaveNoValue, type ScriptAnswer, scriptLimits, usedTooMuch, valueOrTooLong } from './script-limits.ts';

/**
 * The process that evaluates Python, one expression at a time. Around the interpreter, for the day that somebody gets out of
 * it: no environment, no rights, no code made from text, and the runner on the other end, which ends it.
 */

/** Behind the rest of the cell. */
const niceness = 10;
const { memoryBytes } = scriptLimits.Python;
/** An interpreter that has grown by so much is replaced: what it holds is not the next expression's. */
const worthReplacing = 0.75;

const say = (line: FromScriptHost): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

setPriority(niceness);
const python = await loadPython(pythonPrelude, memoryBytes);
dropRights();

function evaluate(given: string): ScriptAnswer {
  try {
    const evaluation = explain(python.evaluate(given));
    return { evaluation, isSpent: python.heldBytes() > memoryBytes * worthReplacing };
  } catch (error) {
    // The interpreter itself broke: what it holds cannot be trusted any more.
    const reason = error instanceof Error ? error.message.slice(0, 1000) : 'for no known reason';
    return {
      evaluation: { ok: false, message: `The Python expression ended its interpreter: ${reason}` },
      isSpent: true,
    };
  }
}

function explain(answer: PythonAnswer): ScriptAnswer['evaluation'] {
  switch (answer.kind) {
    case 'value':
      return valueOrTooLong('Python', answer.value);
    case 'none':
      return { ok: false, message: gaveNoValue('Python', answer.message) };
    case 'memory':
      return { ok: false, message: usedTooMuch('Python') };
    case 'failed':
      return { ok: false, message: `The Python expression failed: ${answer.message}` };
  }
}

// Its lines end with the runner: without it there is nothing to go on for.
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, script } = toPythonSchema.parse(JSON.parse(line));
    say('begun');
    say({ id, answer: evaluate(JSON.stringify(script)) });
  })
  .on('close', () => process.exit());
// The first one warms the interpreter up, so it is not anybody's.
evaluate(JSON.stringify({ source: '1', values: { variables: [], steps: [], io: [] } }));
say('ready');
