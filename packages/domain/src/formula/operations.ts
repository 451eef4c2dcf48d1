/** Maximum count of operands of one operation. */
export const maxOperands = 16;

/** Range of the count of operands of an operation. */
interface Arity {
  readonly minimum: number;
  readonly maximum: number;
}

const exactly = (count: number): Arity => ({ minimum: count, maximum: count });
const several: Arity = { minimum: 2, maximum: maxOperands };

/** Operations written between their values. */
const infixArities = {
  '+': several,
  /** With one value: its negative. */
  '-': { minimum: 1, maximum: 2 },
  '*': several,
  '/': exactly(2),
  /** Remainder, with the sign of the divisor. */
  '%': exactly(2),
  /** Joins texts. */
  '&': several,
} as const;

/** Operations written as a function: round(x). */
const functionArities = {
  abs: exactly(1),
  round: { minimum: 1, maximum: 2 },
  floor: exactly(1),
  ceil: exactly(1),
  min: several,
  max: several,
  sqrt: exactly(1),
  power: exactly(2),
  number: exactly(1),
  text: { minimum: 1, maximum: 2 },
  length: exactly(1),
  upper: exactly(1),
  lower: exactly(1),
  trim: exactly(1),
  left: exactly(2),
  right: exactly(2),
  mid: exactly(3),
  contains: exactly(2),
  startsWith: exactly(2),
  endsWith: exactly(2),
  replace: exactly(3),
  not: exactly(1),
  if: exactly(3),
} as const;

export type InfixOperation = keyof typeof infixArities;
export type FunctionName = keyof typeof functionArities;
export type Operation = InfixOperation | FunctionName;

export const operations: Readonly<Record<Operation, Arity>> = { ...infixArities, ...functionArities };

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  // Sound: the tables above are not empty, and have their own names only.
  return Object.keys(table) as [Name, ...Name[]];
}

/** Operations that take several values in a row: a + b + c is one. */
export const chainedOperations: readonly Operation[] = ['+', '*', '&'];

export const operationNames = namesOf(operations);
export const functionNames = namesOf(functionArities);

export function isInfix(operation: Operation): operation is InfixOperation {
  return Object.hasOwn(infixArities, operation);
}

/** Finds a function by its name in a formula; capitals do not matter. */
export function findFunction(name: string): FunctionName | undefined {
  return functionNames.find((each) => each.toLowerCase() === name.toLowerCase());
}
