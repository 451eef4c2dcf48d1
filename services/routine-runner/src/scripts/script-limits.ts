import { maxVariableTextLength, type VariableValue } from '@cellwright/domain';
import type { Evaluation, ScriptLanguage } from '@cellwright/steps/framework';

/** What one expression may use, and how long its interpreter is waited for. */
export interface ScriptLimits {
  readonly timeMS: number;
  /** JavaScript: of the expression alone; Python: of the interpreter with all that it has loaded. */
  readonly memoryBytes: number;
  /** An interpreter that does not start within this says so instead of keeping a step waiting, ms. */
  readonly startMS: number;
  /** An interpreter that nobody uses is ended: its memory is the cell's, ms. */
  readonly idleMS: number;
}

const MB = 1024 * 1024;

/** Known to both sides of the line: this file loads no interpreter. */
export const scriptLimits: Readonly<Record<ScriptLanguage, ScriptLimits>> = {
  JavaScript: { timeMS: 50, memoryBytes: 16 * MB, startMS: 30_000, idleMS: 60_000 },
  // Python takes seconds to start, so it is kept for longer.
  Python: { timeMS: 100, memoryBytes: 128 * MB, startMS: 90_000, idleMS: 600_000 },
};

export function tookTooLong(language: ScriptLanguage): string {
  return `The ${language} expression took longer than ${scriptLimits[language].timeMS} ms and was ended. Make it simpler`;
}

export function usedTooMuch(language: ScriptLanguage): string {
  const megabytes = scriptLimits[language].memoryBytes / MB;
  return `The ${language} expression used more than ${megabytes} MB of memory and was ended. Make it smaller`;
}

/** What an expression gave that is not a value. */
export function gaveNoValue(language: ScriptLanguage, given: string): string {
  return `The ${language} expression gave ${given}. Let its last statement be a text, a number, or true or false`;
}

/** A value as an expression gives it; a text that no variable could hold is refused. */
export function valueOrTooLong(language: ScriptLanguage, value: VariableValue): Evaluation {
  if (typeof value !== 'string' || value.length <= maxVariableTextLength) return { ok: true, value };
  const message = `The ${language} expression gave a text of more than ${maxVariableTextLength} characters`;
  return { ok: false, message };
}

/** An evaluation, and whether its interpreter must not be used again. */
export interface ScriptAnswer {
  readonly evaluation: Evaluation;
  readonly isSpent: boolean;
}
