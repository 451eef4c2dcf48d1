import type { Evaluation, Script } from '@cellwright/steps/framework';
import { describeThrown, type Sandbox } from './sandbox.ts';
import {
  gaveNoValue,
  type ScriptAnswer,
  scriptLimits,
  tookTooLong,
  usedTooMuch,
  valueOrTooLong,
} from './script-limits.ts';

/** Values that say so when a name is not among them; only what the script names literally is there. */
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
})`;

/** Evaluates a script in a sandbox of its own: its last statement is its value. */
export function evaluateScript(
  { context, allow }: Sandbox,
  { source, values }: Pick<Script, 'source' | 'values'>,
  onBegun: () => void,
): ScriptAnswer {
  try {
    const setUp = context.unwrapResult(context.evalCode(prelude, 'values.js'));
    const given = context.newString(JSON.stringify(values));
    context.unwrapResult(context.callFunction(setUp, context.undefined, given)).dispose();
    given.dispose();
    setUp.dispose();
    onBegun();
    allow(scriptLimits.JavaScript.timeMS);
    const result = context.evalCode(source, 'expression.js');
    if (result.error) return explainFailure(result.error.consume((handle): unknown => context.dump(handle)));
    const kind = context.typeof(result.value);
    const value: unknown = isPlain(kind) ? context.dump(result.value) : undefined;
    result.value.dispose();
    return { evaluation: toEvaluation(kind, value), isSpent: false };
  } catch {
    // The interpreter itself is out of memory: what it holds cannot be trusted any more.
    return { evaluation: { ok: false, message: usedTooMuch('JavaScript') }, isSpent: true };
  }
}

function isPlain(kind: string): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean';
}

function toEvaluation(kind: string, value: unknown): Evaluation {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return valueOrTooLong('JavaScript', value);
  }
  const given = kind === 'undefined' ? 'nothing' : `a value of type ${kind}`;
  return { ok: false, message: gaveNoValue('JavaScript', given) };
}

function explainFailure(thrown: unknown): ScriptAnswer {
  const described = describeThrown(thrown);
  if (described === 'InternalError: interrupted') {
    return { evaluation: { ok: false, message: tookTooLong('JavaScript') }, isSpent: true };
  }
  if (described === 'InternalError: out of memory') {
    return { evaluation: { ok: false, message: usedTooMuch('JavaScript') }, isSpent: true };
  }
  return { evaluation: { ok: false, message: `The JavaScript expression failed: ${described}` }, isSpent: false };
}
