import { maxVariableTextLength, type VariableValue } from '@cellwright/domain';
import type { Evaluation, ScriptLanguage } from '@cellwright/steps/framework';

/** What one expression may use. */
export interface ScriptLimits {
  readonly timeMS: number;
  /** Of its interpreter, with what that itself needs. */
  readonly memoryBytes: number;
}

const MB = 1024 * 1024;

/** Known to both sides of the line: this file loads no interpreter. */
export const scriptLimits: Readonly<Record<ScriptLanguage, ScriptLimits>> = {
  JavaScript: { timeMS: 50, memoryBytes: 16 * MB },
  Python: { timeMS: 100, memoryBytes: 32 * MB },
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

export const notFinite = 'a number that is not finite';

export function tooLong(language: ScriptLanguage): string {
  return `The ${language} expression gave a text of more than ${maxVariableTextLength} characters`;
}

/** A value as an expression gives it. Refuses a text that no variable can hold. */
export function checkValue(language: ScriptLanguage, value: VariableValue): Evaluation {
  if (typeof value !== 'string') return { ok: true, value };
  if (value.length > maxVariableTextLength) return { ok: false, message: tooLong(language) };
  if (value.includes('\0')) return { ok: false, message: gaveNoValue(language, 'a text with the character NUL') };
  return { ok: true, value };
}

/** Refuses a source that an interpreter would read up to its first NUL only. */
export function checkSource(language: ScriptLanguage, source: string): Evaluation | undefined {
  if (!source.includes('\0')) return undefined;
  return { ok: false, message: `The ${language} expression has the character NUL in it. Remove it` };
}

/** An evaluation, and whether its interpreter must not be used again. */
export interface ScriptAnswer {
  readonly evaluation: Evaluation;
  readonly isSpent: boolean;
}
