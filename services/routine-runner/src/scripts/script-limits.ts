import { readValue } from '@cellwright/domain/basics';
import type { Evaluation, ScriptLanguage } from '@cellwright/steps/framework';

/** Limits of one expression. */
export interface ScriptLimits {
  readonly timeMS: number;
  /** Memory of its interpreter, including the interpreter itself. */
  readonly memoryBytes: number;
}

const MB = 1024 * 1024;

/** Shared by both processes: this file loads no interpreter. */
export const scriptLimits: Readonly<Record<ScriptLanguage, ScriptLimits>> = {
  JavaScript: { timeMS: 50, memoryBytes: 16 * MB },
  Python: { timeMS: 100, memoryBytes: 32 * MB },
};

export function tookTooLong(language: ScriptLanguage): string {
  return `The ${language} expression took longer than ${scriptLimits[language].timeMS} ms and was stopped. Simplify it`;
}

export function usedTooMuch(language: ScriptLanguage): string {
  const megabytes = scriptLimits[language].memoryBytes / MB;
  return `The ${language} expression used more than ${megabytes} MB of memory and was stopped. Simplify it`;
}

/** @param given what the expression gave instead of a value, and what to do where that is known */
export function gaveNoValue(language: ScriptLanguage, given: string): string {
  const advice = given.includes('. ') ? '' : '. Let its last statement be a text, a number, or true or false';
  return `The ${language} expression gave ${given}${advice}`;
}

/** Converts a value of an expression. Refuses values that a variable cannot store. */
export function checkValue(language: ScriptLanguage, given: unknown): Evaluation {
  const held = readValue(given);
  return held.ok ? held : { ok: false, message: gaveNoValue(language, held.error) };
}

/** Refuses a source that an interpreter would read up to its first NUL only. */
export function checkSource(language: ScriptLanguage, source: string): Evaluation | undefined {
  if (!source.includes('\0')) return undefined;
  return { ok: false, message: `The ${language} expression contains the NUL character. Remove it` };
}

/** An evaluation, and whether its interpreter must not be used again. */
export interface ScriptAnswer {
  readonly evaluation: Evaluation;
  readonly isSpent: boolean;
}
