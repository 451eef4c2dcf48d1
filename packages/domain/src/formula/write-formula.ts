import type { ConditionOperator, Expression } from '../routine/expression.ts';
import { chainedOperations, findFunction, isInfix, type Operation } from './operations.ts';

/** Ranks of operators: a higher one binds tighter. */
const ranks = { or: 1, and: 2, comparison: 3, join: 4, sum: 5, product: 6, sign: 7, value: 8 } as const;

const signs: Readonly<Record<ConditionOperator, string>> = {
  '==': '=',
  '!=': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  AND: 'and',
  OR: 'or',
};

/** Returns the notation of an operator. */
export function conditionSign(operator: ConditionOperator): string {
  return signs[operator];
}

interface Written {
  readonly text: string;
  readonly rank: number;
}

type NameOf = (expression: Expression) => string;

/**
 * Returns an expression as the text of a formula, which reads back as the same expression.
 * @param nameOf returns the name of a value that is neither a constant nor computed
 */
export function writeFormula(expression: Expression, nameOf: NameOf): string {
  return write(expression, nameOf).text;
}

function write(expression: Expression, nameOf: NameOf): Written {
  switch (expression.kind) {
    case 'constant':
      return writeConstant(expression.value);
    case 'conditional':
      return writeConditional(expression, nameOf);
    case 'calculation':
      return writeCalculation(expression.operation, expression.operands, nameOf);
    default:
      return { text: writeName(nameOf(expression)), rank: ranks.value };
  }
}

function writeConstant(value: string | number | boolean): Written {
  if (typeof value === 'string') return { text: `"${value.replaceAll('"', '""')}"`, rank: ranks.value };
  return { text: String(value), rank: ranks.value };
}

const plainName = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;
const reserved = /^(?:and|or|true|false)$/i;

/** Returns a name in the notation of formulas: in brackets unless it is one word. */
export function writeName(name: string): string {
  const isPlain = plainName.test(name) && !reserved.test(name) && findFunction(name) === undefined;
  return isPlain ? name : `[${name.replaceAll(']', ']]')}]`;
}

function writeConditional(
  { operator, left, right }: Extract<Expression, { kind: 'conditional' }>,
  nameOf: NameOf,
): Written {
  const rank = operator === 'AND' ? ranks.and : operator === 'OR' ? ranks.or : ranks.comparison;
  const isJoin = rank !== ranks.comparison;
  const first = bracket(write(left, nameOf), isJoin ? rank : rank + 1);
  const second = bracket(write(right, nameOf), rank + 1);
  return { text: `${first} ${signs[operator]} ${second}`, rank };
}

function writeCalculation(operation: Operation, operands: readonly Expression[], nameOf: NameOf): Written {
  const parts = operands.map((operand) => write(operand, nameOf));
  if (!isInfix(operation)) {
    return { text: `${operation}(${parts.map(({ text }) => text).join(', ')})`, rank: ranks.value };
  }
  const [only] = parts;
  if (only && parts.length === 1) return writeNegative(only, operands[0]);
  const rank = operation === '&' ? ranks.join : operation === '+' || operation === '-' ? ranks.sum : ranks.product;
  // The reader merges several equal operations in a row: brackets separate them.
  const [first] = operands;
  const isSame =
    first?.kind === 'calculation' && first.operation === operation && chainedOperations.includes(operation);
  const leftRank = isSame ? rank + 1 : rank;
  const texts = parts.map((part, index) => bracket(part, index === 0 ? leftRank : rank + 1));
  return { text: texts.join(` ${operation} `), rank };
}

/** The negative of a constant is not the constant with the other sign. */
function writeNegative(part: Written, operand: Expression | undefined): Written {
  const isNumber = operand?.kind === 'constant' && typeof operand.value === 'number';
  return { text: `-${bracket(part, isNumber ? ranks.value + 1 : ranks.sign)}`, rank: ranks.sign };
}

function bracket({ text, rank }: Written, minRank: number): string {
  return rank < minRank ? `(${text})` : text;
}
