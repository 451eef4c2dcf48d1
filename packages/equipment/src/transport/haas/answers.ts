/** The lines of a Haas control's machine data collection (NGC over Ethernet, and the older form of RS-232). */
import type { LineGreeting } from '../lines.ts';

export const haasQuestions = {
  serialNumber: '?Q100',
  mode: '?Q104',
  lastCycle: '?Q303',
  program: '?Q500',
  macro: (variable: number) => `?Q600 ${variable}`,
} as const;

/** True for a line that only reads. */
export const isHaasQuestion = (line: string) => line.startsWith('?Q');

/** Both forms of a write are in use; a control understands one of them. */
export const writeForms = [
  (variable: number, value: number) => `?E${variable} ${formatMacro(value)}`,
  (variable: number, value: number) => `E${variable} ${formatMacro(value)}`,
] as const;

/** A macro variable is written with a decimal point. */
function formatMacro(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** An answer without its prompts and control characters. */
export function cleanAnswer(line: string): string {
  return [...line]
    .filter((character) => character >= ' ')
    .join('')
    .replace(/^>+/, '')
    .trim();
}

export const isRefusal = (answer: string) => /^(UNKNOWN|\?)/i.test(answer);
export const isBusyAnswer = (answer: string) => /^STATUS\s*,?\s*BUSY/i.test(answer);
export const isWritten = (answer: string) => answer === '!';

/** 'MACRO, 3.0' or 'MACRO, 10900, 3.0': the value, unless the answer is about another variable. */
export function readMacro(answer: string, variable: number): number | undefined {
  const [name, ...rest] = answer.split(',').map((part) => part.trim());
  if (name?.toUpperCase() !== 'MACRO') return undefined;
  const [first = '', second] = rest;
  if (second !== undefined && Number(first) !== variable) return undefined;
  const text = second ?? first;
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The part behind a name: `readNamed('MODE, ZERO', 'MODE')` is 'ZERO'. */
export function readNamed(answer: string, ...names: readonly string[]): string | undefined {
  const comma = answer.indexOf(',');
  if (comma < 0) return undefined;
  const squeezed = (text: string) => text.replaceAll(' ', '').toUpperCase();
  const isNamed = names.some((name) => squeezed(name) === squeezed(answer.slice(0, comma)));
  return isNamed ? answer.slice(comma + 1).trim() : undefined;
}

/** The answer to Q500. While a program runs the control names neither the program nor the count. */
export type ProgramAnswer =
  | { readonly isBusy: true }
  | { readonly isBusy: false; readonly program: string; readonly state: string; readonly partCount?: number };

/** 'PROGRAM, O12345, IDLE, PARTS, 380' or 'STATUS, BUSY'. */
export function readProgram(answer: string): ProgramAnswer | undefined {
  if (isBusyAnswer(answer)) return { isBusy: true };
  const [name, program, state, parts, count] = answer.split(',').map((part) => part.trim());
  if (name?.toUpperCase() !== 'PROGRAM' || program === undefined || state === undefined) return undefined;
  const partCount = parts?.toUpperCase() === 'PARTS' ? Number(count) : Number.NaN;
  return { isBusy: false, program, state, ...(Number.isInteger(partCount) && { partCount }) };
}

/** A control may send the first question back instead of answering it. */
export const haasGreeting: LineGreeting = {
  question: haasQuestions.serialNumber,
  isUnderstood: (line) => readNamed(cleanAnswer(line), 'SERIAL NUMBER') !== undefined,
  maxTries: 2,
};
