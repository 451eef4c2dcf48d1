import type { Script } from '@cellwright/steps/framework';
import type { ScriptAnswer } from './script-limits.ts';

/** Evaluates one expression at a time. */
export interface Interpreter {
  /** @param onBegun called when the expression itself begins */
  evaluate(script: Pick<Script, 'source' | 'values'>, onBegun: () => void): ScriptAnswer;
  /** Makes the next interpreter, after the answer is sent. */
  prepareNext(): void;
}
