import type { ConditionOperator, Expression } from '@cellwright/domain/routine';

export type Joiner = Extract<ConditionOperator, 'AND' | 'OR'>;
export type Comparison = Exclude<ConditionOperator, Joiner>;

/** One line of a condition. */
export type Row =
  | {
      readonly kind: 'comparison';
      readonly left: Expression;
      readonly operator: Comparison;
      readonly right: Expression;
    }
  /** minimum ≤ value ≤ maximum */
  | { readonly kind: 'between'; readonly value: Expression; readonly minimum: Expression; readonly maximum: Expression }
  /** A value that is true or false itself. */
  | { readonly kind: 'holds'; readonly value: Expression }
  | { readonly kind: 'group'; readonly sentence: Sentence };

/** A condition as lines that are joined by one word. */
export interface Sentence {
  readonly joiner: Joiner;
  readonly rows: readonly Row[];
}

type Conditional = Extract<Expression, { kind: 'conditional' }>;

/** Reads a condition as lines. `writeSentence` writes the same expression again. */
export function readSentence(expression: Expression): Sentence {
  const joiner = joinerOf(expression);
  if (joiner === undefined) return { joiner: 'AND', rows: [readRow(expression)] };
  const rows: Row[] = [];
  let rest = expression;
  while (rest.kind === 'conditional' && joinerOf(rest) === joiner) {
    rows.unshift(readRow(rest.right));
    rest = rest.left;
  }
  return { joiner, rows: [readRow(rest), ...rows] };
}

/** Returns the condition that lines mean; undefined without lines. */
export function writeSentence({ joiner, rows }: Sentence): Expression | undefined {
  const parts = rows.flatMap((row) => writeRow(row) ?? []);
  const [first, ...others] = parts;
  if (!first) return undefined;
  return others.reduce<Expression>((left, right) => ({ kind: 'conditional', operator: joiner, left, right }), first);
}

function readRow(expression: Expression): Row {
  if (expression.kind !== 'conditional') return { kind: 'holds', value: expression };
  const between = readBetween(expression);
  if (between) return between;
  const { operator, left, right } = expression;
  if (operator === 'AND' || operator === 'OR') return { kind: 'group', sentence: readSentence(expression) };
  return { kind: 'comparison', left, operator, right };
}

function writeRow(row: Row): Expression | undefined {
  switch (row.kind) {
    case 'comparison':
      return { kind: 'conditional', operator: row.operator, left: row.left, right: row.right };
    case 'between':
      return {
        kind: 'conditional',
        operator: 'AND',
        left: { kind: 'conditional', operator: '>=', left: row.value, right: row.minimum },
        right: { kind: 'conditional', operator: '<=', left: row.value, right: row.maximum },
      };
    case 'holds':
      return row.value;
    case 'group':
      return writeSentence(row.sentence);
  }
}

/** Returns the word that joins the parts of a condition; undefined if it is one line. */
function joinerOf(expression: Expression): Joiner | undefined {
  if (expression.kind !== 'conditional' || readBetween(expression)) return undefined;
  const { operator } = expression;
  return operator === 'AND' || operator === 'OR' ? operator : undefined;
}

function readBetween({ operator, left, right }: Conditional): Row | undefined {
  if (operator !== 'AND' || left.kind !== 'conditional' || right.kind !== 'conditional') return undefined;
  if (left.operator !== '>=' || right.operator !== '<=' || !isSame(left.left, right.left)) return undefined;
  return { kind: 'between', value: left.left, minimum: left.right, maximum: right.right };
}

export function isSame(one: Expression, other: Expression): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Operators of a line, in the order of the list. */
export const rowOperators = ['==', '!=', '<', '<=', '>', '>=', 'between', 'holds'] as const;
export type RowOperator = (typeof rowOperators)[number];

export function operatorOf(row: Exclude<Row, { kind: 'group' }>): RowOperator {
  return row.kind === 'comparison' ? row.operator : row.kind;
}

/** Returns the value at the beginning of a line. */
export function subjectOf(row: Exclude<Row, { kind: 'group' }>): Expression {
  return row.kind === 'comparison' ? row.left : row.value;
}

/** Returns a line with another operator; what was compared stays where the operator takes it. */
export function withOperator(
  row: Exclude<Row, { kind: 'group' }>,
  operator: RowOperator,
  fallback: Expression,
): Exclude<Row, { kind: 'group' }> {
  const subject = subjectOf(row);
  const object = row.kind === 'comparison' ? row.right : row.kind === 'between' ? row.minimum : fallback;
  if (operator === 'holds') return { kind: 'holds', value: subject };
  if (operator === 'between') {
    return { kind: 'between', value: subject, minimum: object, maximum: row.kind === 'between' ? row.maximum : object };
  }
  return { kind: 'comparison', left: subject, operator, right: object };
}

/** Returns a line about another value. `fit` adapts what it is compared with. */
export function withSubject(
  row: Exclude<Row, { kind: 'group' }>,
  subject: Expression,
  fit: (object: Expression) => Expression,
): Exclude<Row, { kind: 'group' }> {
  if (row.kind === 'comparison') return { ...row, left: subject, right: fit(row.right) };
  if (row.kind === 'holds') return { kind: 'holds', value: subject };
  return { kind: 'between', value: subject, minimum: fit(row.minimum), maximum: fit(row.maximum) };
}
