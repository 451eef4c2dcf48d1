import { maxVariableTextLength, readValue, type VariableValue } from '@cellwright/domain/basics';
import type { FunctionName, InfixOperation, Operation } from '@cellwright/domain/formula';
import type { Evaluation } from './ports.ts';

/** Thrown inside a calculation, which catches it. */
class CalculationError extends Error {}

type Calculate = (values: readonly VariableValue[], operation: Operation) => VariableValue;

/**
 * Evaluates an operation. Texts of numbers count as numbers, as in comparisons. Time and memory are bounded by the
 * length of its values and of its result.
 */
export function calculate(operation: Operation, values: readonly VariableValue[]): Evaluation {
  try {
    const result = calculations[operation](values, operation);
    // Negative zero is shown and stored as zero.
    const held = readValue(result === 0 ? 0 : result);
    return held.ok ? held : { ok: false, message: `${operation} gives ${held.error}` };
  } catch (error) {
    if (error instanceof CalculationError) return { ok: false, message: error.message };
    throw error;
  }
}

const infixCalculations: Readonly<Record<InfixOperation, Calculate>> = {
  '+': (values) => numbersOf('+', values).reduce((sum, each) => sum + each),
  '-': (values) => {
    const [first = 0, second] = numbersOf('-', values);
    return second === undefined ? -first : first - second;
  },
  '*': (values) => numbersOf('*', values).reduce((product, each) => product * each),
  '/': (values) => divide('/', values, (left, right) => left / right),
  '%': (values) => divide('%', values, (left, right) => left - right * Math.floor(left / right)),
  '&': (values) => values.map(String).join(''),
};

const ofNumber =
  (compute: (value: number) => number): Calculate =>
  (values, operation) =>
    compute(numbersOf(operation, values)[0] ?? Number.NaN);

const ofText =
  (compute: (value: string) => VariableValue): Calculate =>
  ([value = '']) =>
    compute(String(value));

const ofTexts =
  (compute: (text: string, part: string) => boolean): Calculate =>
  ([text = '', part = '']) =>
    compute(String(text), String(part));

const functionCalculations: Readonly<Record<FunctionName, Calculate>> = {
  abs: ofNumber(Math.abs),
  floor: ofNumber(Math.floor),
  ceil: ofNumber(Math.ceil),
  round: ([value = 0, digits = 0]) => round(numberOf('round', value), digitsOf('round', digits)),
  min: (values) => Math.min(...numbersOf('min', values)),
  max: (values) => Math.max(...numbersOf('max', values)),
  sqrt: ofNumber((value) => {
    if (value < 0) throw new CalculationError(`sqrt of ${value} is not a number`);
    return Math.sqrt(value);
  }),
  power: (values) => {
    const [base = 0, exponent = 0] = numbersOf('power', values);
    return base ** exponent;
  },
  number: ([value = '']) => numberOf('number', value),
  text: ([value = '', digits]) =>
    digits === undefined ? String(value) : numberOf('text', value).toFixed(digitsOf('text', digits)),
  length: ofText((text) => [...text].length),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  trim: ofText((text) => text.trim()),
  left: ([text = '', count = 0]) => [...String(text)].slice(0, countOf('left', count)).join(''),
  right: ([text = '', count = 0]) => {
    const characters = [...String(text)];
    return characters.slice(Math.max(0, characters.length - countOf('right', count))).join('');
  },
  mid: ([text = '', first = 1, count = 0]) => {
    const start = countOf('mid', first);
    if (start < 1) throw new CalculationError('mid counts characters from 1');
    return [...String(text)].slice(start - 1, start - 1 + countOf('mid', count)).join('');
  },
  contains: ofTexts((text, part) => text.includes(part)),
  startsWith: ofTexts((text, part) => text.startsWith(part)),
  endsWith: ofTexts((text, part) => text.endsWith(part)),
  replace: ([text = '', part = '', by = '']) => replace(String(text), String(part), String(by)),
  not: ([value = false]) => !truthOf('not', value),
  if: ([condition = false, then = false, otherwise = false]) => (truthOf('if', condition) ? then : otherwise),
};

const calculations: Readonly<Record<Operation, Calculate>> = { ...infixCalculations, ...functionCalculations };

/** Rounds half away from zero, as people do; digits may be negative. */
function round(value: number, digits: number): number {
  const shifted = Number(`${Math.abs(value)}e${digits}`);
  // A number written with an exponent cannot be shifted as text.
  const rounded = Number.isNaN(shifted)
    ? Number(Math.abs(value).toFixed(Math.max(0, digits)))
    : Number(`${Math.round(shifted)}e${-digits}`);
  const finite = Number.isNaN(rounded) ? Math.abs(value) : rounded;
  return value < 0 ? -finite : finite;
}

/** The length of the result is limited before it is built. */
function replace(text: string, part: string, by: string): string {
  if (part === '') throw new CalculationError('replace needs a text to look for');
  const parts = text.split(part);
  if (text.length + (parts.length - 1) * (by.length - part.length) > maxVariableTextLength) {
    throw new CalculationError(`replace gives a text of more than ${maxVariableTextLength} characters`);
  }
  return parts.join(by);
}

function divide(operation: Operation, values: readonly VariableValue[], by: (left: number, right: number) => number) {
  const [left = 0, right = 0] = numbersOf(operation, values);
  if (right === 0) throw new CalculationError('Division by zero');
  return by(left, right);
}

function numbersOf(operation: Operation, values: readonly VariableValue[]): number[] {
  return values.map((value) => numberOf(operation, value));
}

function numberOf(operation: Operation, value: VariableValue): number {
  const number = asNumber(value);
  if (number === undefined) throw new CalculationError(explainNoNumber(operation, value));
  return number;
}

/** Returns why an operation cannot take a value as a number. */
function explainNoNumber(operation: Operation, value: VariableValue): string {
  const hint = operation === '+' && typeof value === 'string' ? '. Join texts with &' : '';
  return `${operation} needs numbers, not ${JSON.stringify(value)}${hint}`;
}

function digitsOf(operation: Operation, value: VariableValue): number {
  const digits = numberOf(operation, value);
  const least = operation === 'round' ? -15 : 0;
  if (Number.isInteger(digits) && digits >= least && digits <= 15) return digits;
  throw new CalculationError(`${operation} takes ${least} to 15 decimals, not ${digits}`);
}

function countOf(operation: Operation, value: VariableValue): number {
  const count = numberOf(operation, value);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new CalculationError(`${operation} needs a whole number of characters, not ${count}`);
}

function truthOf(operation: Operation, value: VariableValue): boolean {
  const truth = asTruth(value);
  if (truth === undefined) throw new CalculationError(`${operation} needs true or false, not ${JSON.stringify(value)}`);
  return truth;
}

/** Returns the number that a value is; undefined if it is none. */
export function asNumber(input: VariableValue): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined;
  if (typeof input === 'boolean' || input.trim() === '') return undefined;
  const number = Number(input);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns whether a value holds as a condition; undefined if it is neither true nor false. */
export function asTruth(input: VariableValue): boolean | undefined {
  if (typeof input === 'boolean') return input;
  if (typeof input === 'number') return Number.isNaN(input) ? undefined : input !== 0;
  return truthWords.get(input);
}

/** A signal alone is also a condition: it holds while the signal is high. */
const truthWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['high', true],
  ['low', false],
]);

/** Operations that take numbers only. */
const numberOperations: ReadonlySet<Operation> = new Set([
  ...(['+', '-', '*', '/', '%'] as const),
  ...(['abs', 'floor', 'ceil', 'round', 'min', 'max', 'sqrt', 'power', 'number'] as const),
]);

/** Returns why an operation can never accept a constant; undefined if it can. */
export function explainOperand(operation: Operation, index: number, value: VariableValue): string | undefined {
  if (numberOperations.has(operation)) {
    return asNumber(value) === undefined ? explainNoNumber(operation, value) : undefined;
  }
  const isCondition = operation === 'not' || (operation === 'if' && index === 0);
  if (isCondition && asTruth(value) === undefined) {
    return `${operation} needs true or false, not ${JSON.stringify(value)}`;
  }
  return undefined;
}
