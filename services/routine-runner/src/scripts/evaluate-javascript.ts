import { describeThrown, loadSandboxes, type Sandbox } from '@cellwright/service-kit/sandbox';
import type { Evaluation, Script } from '@cellwright/steps/framework';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { Interpreter } from './interpreter.ts';
import {
  checkSource,
  checkValue,
  gaveNoValue,
  type ScriptAnswer,
  scriptLimits,
  tookTooLong,
  usedTooMuch,
} from './script-limits.ts';

/**
 * Read-only values that report an unknown name. Returns a function that converts a text to JSON, in which NUL and lone
 * surrogates survive; it is created before the expression can change the text functions.
 */
const prelude = `(given => {
  const { variables, steps, io } = JSON.parse(given);
  const readOnly = (noun, entries) => new Proxy(Object.freeze(Object.fromEntries(entries)), {
    get(target, name) {
      if (typeof name === 'symbol' || Object.hasOwn(target, name)) return target[name];
      throw new ReferenceError('there is no ' + noun + ' ' + name + ', or it is not named literally');
    },
    set() { throw new TypeError('an expression reads values and cannot set them'); },
    defineProperty() { throw new TypeError('an expression reads values and cannot set them'); },
  });
  const byStep = new Map();
  for (const [step, name, value] of steps) byStep.set(step, [...(byStep.get(step) ?? []), [name, value]]);
  const define = (name, value) => Object.defineProperty(globalThis, name, { value });
  define('variables', readOnly('variable', variables));
  define('steps', readOnly('step', [...byStep].map(([step, values]) => [step, readOnly('step variable', values)])));
  define('io', readOnly('port', io));
  return JSON.stringify;
})`;

/** Loads the interpreter of JavaScript; every expression gets a sandbox that no other has used. */
export async function loadJavaScript(): Promise<Interpreter> {
  const { open } = await loadSandboxes(scriptLimits.JavaScript);
  // The first sandbox compiles the interpreter, so it belongs to no user.
  evaluateJavaScript(open(), { source: '1', values: { variables: [], steps: [], io: [] } }, () => undefined);
  let next: Sandbox | undefined = open();
  return {
    evaluate(script, onBegun) {
      const sandbox = next ?? open();
      next = undefined;
      const answer = evaluateJavaScript(sandbox, script, onBegun);
      return answer.isSpent || close(sandbox) ? answer : { ...answer, isSpent: true };
    },
    prepareNext() {
      next ??= open();
    },
  };
}

/** Returns false if the interpreter detects leftover state: then it cannot be reused. */
function close({ context, runtime }: Sandbox): boolean {
  try {
    context.dispose();
    runtime.dispose();
    return true;
  } catch {
    return false;
  }
}

const outOfMemory: ScriptAnswer = { evaluation: fail(usedTooMuch('JavaScript')), isSpent: true };

/** Evaluates a script in its own sandbox. Returns the value of its last statement. */
export function evaluateJavaScript(
  sandbox: Sandbox,
  { source, values }: Pick<Script, 'source' | 'values'>,
  onBegun: () => void,
): ScriptAnswer {
  try {
    const quote = setUp(sandbox.context, values);
    try {
      onBegun();
      return run(sandbox, source, quote);
    } finally {
      quote.dispose();
    }
  } catch {
    // The interpreter is out of memory, so its state cannot be trusted.
    return outOfMemory;
  }
}

function run({ context, allow, isOutOfMemory }: Sandbox, source: string, quote: QuickJSHandle): ScriptAnswer {
  const refusal = checkSource('JavaScript', source);
  if (refusal) return { evaluation: refusal, isSpent: false };
  allow(scriptLimits.JavaScript.timeMS);
  const result = context.evalCode(source, 'expression.js');
  if (result.error) {
    const thrown = result.error.consume((handle): unknown => context.dump(handle));
    return isOutOfMemory(thrown) ? outOfMemory : explainFailure(thrown);
  }
  const evaluation = result.value.consume((value) => readValue(context, value, quote));
  return { evaluation, isSpent: false };
}

function setUp(context: QuickJSContext, values: Script['values']): QuickJSHandle {
  const define = context.unwrapResult(context.evalCode(prelude, 'values.js'));
  const given = context.newString(JSON.stringify(values));
  const quote = context.unwrapResult(context.callFunction(define, context.undefined, given));
  given.dispose();
  define.dispose();
  return quote;
}

function readValue(context: QuickJSContext, value: QuickJSHandle, quote: QuickJSHandle): Evaluation {
  const kind = context.typeof(value);
  if (kind === 'string') {
    const quoted = context.unwrapResult(context.callFunction(quote, context.undefined, value));
    return checkValue(
      'JavaScript',
      quoted.consume((json): unknown => JSON.parse(context.getString(json))),
    );
  }
  if (kind === 'number') return checkValue('JavaScript', context.getNumber(value));
  if (kind === 'boolean') return { ok: true, value: context.dump(value) === true };
  return fail(gaveNoValue('JavaScript', kind === 'undefined' ? 'nothing' : `a value of type ${kind}`));
}

function fail(message: string): Evaluation {
  return { ok: false, message };
}

function explainFailure(thrown: unknown): ScriptAnswer {
  const described = describeThrown(thrown);
  if (described === 'InternalError: interrupted') {
    return { evaluation: fail(tookTooLong('JavaScript')), isSpent: true };
  }
  return { evaluation: fail(`The JavaScript expression failed: ${described}`), isSpent: false };
}
