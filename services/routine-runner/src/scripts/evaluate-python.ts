import { startOfText, tooLong } from '@cellwright/domain/basics';
import type { Evaluation, Script, ScriptValues } from '@cellwright/steps/framework';
import * as z from 'zod';
import type { Interpreter } from './interpreter.ts';
import { BrokenTextError, loadMicroPython, type PythonInstance } from './python/micropython.ts';
import { pythonSetUp } from './python/prelude.ts';
import { splitSource } from './python/split-source.ts';
import { checkSource, checkValue, gaveNoValue, type ScriptAnswer, scriptLimits, usedTooMuch } from './script-limits.ts';

/** Answer of the Python set-up to an expression. */
const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.union([z.string(), z.boolean()]) }),
  z.object({ kind: z.literal('int'), text: z.string() }),
  /** The eight bytes of a number, in hexadecimal digits. */
  z.object({ kind: z.literal('float'), bytes: z.string().length(16) }),
  z.object({ kind: z.literal('long') }),
  z.object({ kind: z.literal('none'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('memory') }),
]);

/** Loads Python; every expression gets an interpreter that no other has used. */
export async function loadPython(): Promise<Interpreter> {
  const python = loadMicroPython(pythonSetUp, scriptLimits.Python.memoryBytes);
  // The first interpreter compiles the shared parts, so it belongs to no user.
  evaluatePython(python.open(), { source: '1', values: { variables: [], steps: [], io: [] } }, () => undefined);
  let next: PythonInstance | undefined = python.open();
  return {
    evaluate(script, onBegun) {
      const instance = next ?? python.open();
      next = undefined;
      return evaluatePython(instance, script, onBegun);
    },
    prepareNext() {
      next ??= python.open();
      // The memory of a used interpreter, 16 MB or more, is freed by a collection only. Left alone, one comes late.
      globalThis.gc?.();
    },
  };
}

/** Evaluates a script in its own interpreter. Returns the value of its last statement. */
export function evaluatePython(
  instance: PythonInstance,
  { source, values }: Pick<Script, 'source' | 'values'>,
  onBegun: () => void,
): ScriptAnswer {
  onBegun();
  return { evaluation: checkSource('Python', source) ?? run(instance, source, values), isSpent: false };
}

function run(instance: PythonInstance, source: string, values: ScriptValues): Evaluation {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const given = JSON.stringify({ ...splitSource(source), source, seed, values: markFloats(values) });
  try {
    // A text in JSON is one in Python.
    const answer = instance.run(`answer = _evaluate(${JSON.stringify(given)})`);
    return explain(answerSchema.parse(JSON.parse(answer)));
  } catch (error) {
    if (error instanceof BrokenTextError) return fail(gaveNoValue('Python', error.message));
    // The interpreter itself failed. The next expression uses another one.
    const reason = error instanceof Error ? startOfText(error.message, 1000) : 'for no known reason';
    return fail(`The Python expression stopped its interpreter: ${reason}`);
  }
}

/** Non-integer numbers as bytes, because parsing their text may give another number. */
function markFloats(values: ScriptValues) {
  const mark = (value: string | number | boolean) =>
    typeof value === 'number' && !/^-?\d+$/.test(String(value)) ? { float: toBytes(value) } : value;
  return {
    variables: values.variables.map(([name, value]) => [name, mark(value)]),
    steps: values.steps.map(([step, name, value]) => [step, name, mark(value)]),
    io: values.io,
  };
}

function toBytes(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

function explain(answer: z.infer<typeof answerSchema>): Evaluation {
  switch (answer.kind) {
    case 'value':
      return checkValue('Python', answer.value);
    case 'int':
      return checkValue('Python', Number(answer.text));
    case 'float':
      return checkValue('Python', Buffer.from(answer.bytes, 'hex').readDoubleBE());
    case 'long':
      return fail(gaveNoValue('Python', tooLong));
    case 'none':
      return fail(gaveNoValue('Python', answer.message));
    case 'memory':
      return fail(usedTooMuch('Python'));
    case 'failed':
      return fail(`The Python expression failed: ${answer.message}`);
  }
}

function fail(message: string): Evaluation {
  return { ok: false, message };
}
