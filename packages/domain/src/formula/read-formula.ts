import type { Result } from '@cellwright/geometry';
import { explainNumber } from '../basics/held-value.ts';
import {
  type ConditionOperator,
  type Expression,
  explainCount,
  expressionSchema,
  maxExpressionDepth,
} from '../routine/expression.ts';
import { chainedOperations, findFunction, type InfixOperation, maxOperands } from './operations.ts';
import { FormulaError, type FormulaProblem, readTokens, type Token } from './read-tokens.ts';

export type { FormulaProblem, FormulaProblemCode } from './read-tokens.ts';

/** Maximum length of a formula, characters. */
const longestFormula = 10_000;
/** Maximum nesting while reading: each level of an expression has at most a sign and brackets. */
const deepestNesting = 2 * maxExpressionDepth;

/**
 * Parses a formula: `count + 1`, `round([Part weight] * 2, 1)`, `[Input 1] = "high" and count < 5`.
 * @param find returns the value behind a name; undefined if there is none
 */
export function readFormula(
  source: string,
  find: (name: string) => Expression | undefined,
): Result<Expression, FormulaProblem> {
  try {
    if (source.trim() === '') throw new FormulaError({ code: 'empty', what: '', at: 0 });
    if (source.length > longestFormula) throw new FormulaError({ code: 'tooLong', what: '', at: longestFormula });
    const expression = new FormulaReader(readTokens(source), find).read();
    if (expressionSchema.safeParse(expression).success) return { ok: true, value: expression };
    throw new FormulaError({ code: 'tooDeep', what: '', at: 0 });
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, error: error.problem };
    throw error;
  }
}

const comparisons: ReadonlyMap<string, ConditionOperator> = new Map([
  ['=', '=='],
  ['≠', '!='],
  ['<', '<'],
  ['≤', '<='],
  ['>', '>'],
  ['≥', '>='],
]);

const sums = ['+', '-'] as const;
const products = ['*', '/', '%'] as const;
const joins = ['&'] as const;

class FormulaReader {
  private index = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly find: (name: string) => Expression | undefined,
  ) {}

  read(): Expression {
    const expression = this.readAlternatives();
    const rest = this.next;
    if (rest.kind === 'end') return expression;
    throw new FormulaError({ code: rest.text === ',' ? 'decimalComma' : 'unexpected', what: rest.text, at: rest.at });
  }

  private get next(): Token {
    // The last part marks the end and is never consumed.
    return this.tokens[this.index] ?? { kind: 'end', text: '', at: 0 };
  }

  private take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  /** Consumes a symbol if it is next. */
  private skip(symbol: string): boolean {
    if (this.next.kind !== 'symbol' || this.next.text !== symbol) return false;
    this.take();
    return true;
  }

  private isWord(word: 'and' | 'or'): boolean {
    const { kind, text } = this.next;
    return (kind === 'word' || kind === 'symbol') && text.toLowerCase() === word;
  }

  private readAlternatives(): Expression {
    return this.readJoined('or', 'OR', () => this.readJoined('and', 'AND', () => this.readComparison()));
  }

  private readJoined(word: 'and' | 'or', operator: 'AND' | 'OR', readPart: () => Expression): Expression {
    let left = readPart();
    while (this.isWord(word)) {
      this.take();
      left = { kind: 'conditional', operator, left, right: readPart() };
    }
    return left;
  }

  private readComparison(): Expression {
    const left = this.readJoinedTexts();
    const operator = this.next.kind === 'symbol' ? comparisons.get(this.next.text) : undefined;
    if (operator === undefined) return left;
    this.take();
    return { kind: 'conditional', operator, left, right: this.readJoinedTexts() };
  }

  private readJoinedTexts(): Expression {
    return this.readChain(joins, () => this.readSum());
  }

  private readSum(): Expression {
    return this.readChain(sums, () => this.readChain(products, () => this.readSigned()));
  }

  /** Reads values with operations of the same rank between them, from left to right. */
  private readChain(symbols: readonly InfixOperation[], readPart: () => Expression): Expression {
    let left = readPart();
    /** The last operation of this chain, to which further operands of the same operation are added. */
    let open: Extract<Expression, { kind: 'calculation' }> | undefined;
    for (;;) {
      const operation = this.next.kind === 'symbol' ? symbols.find((each) => each === this.next.text) : undefined;
      if (operation === undefined) return left;
      this.take();
      const right = readPart();
      const isMore = open?.operation === operation && chainedOperations.includes(operation);
      if (open && isMore && open.operands.length < maxOperands) open.operands.push(right);
      else {
        open = { kind: 'calculation', operation, operands: [left, right] };
        left = open;
      }
    }
  }

  private readSigned(): Expression {
    const { at } = this.next;
    if (!this.skip('-')) return this.readValue();
    if (this.next.kind === 'number') return { kind: 'constant', value: -this.readNumber() || 0 };
    return { kind: 'calculation', operation: '-', operands: [this.nest(at, () => this.readSigned())] };
  }

  private readValue(): Expression {
    const token = this.next;
    if (token.kind === 'number') return { kind: 'constant', value: this.readNumber() };
    if (token.kind === 'symbol' && token.text === '(') return this.readBracket();
    if (token.kind === 'symbol' || token.kind === 'end' || this.isWord('and') || this.isWord('or')) {
      throw new FormulaError({ code: 'missingValue', what: token.text, at: token.at });
    }
    this.take();
    if (token.kind === 'text') return { kind: 'constant', value: token.text };
    if (token.kind === 'word' && this.next.kind === 'symbol' && this.next.text === '(') return this.readCall(token);
    return this.readName(token);
  }

  private readNumber(): number {
    const { text, at } = this.take();
    const value = Number(text);
    if (explainNumber(value) !== undefined) throw new FormulaError({ code: 'number', what: text, at });
    return value;
  }

  private readName({ kind, text, at }: Token): Expression {
    if (kind === 'word' && /^(?:true|false)$/i.test(text)) return { kind: 'constant', value: /^true$/i.test(text) };
    const found = this.find(text);
    if (found === undefined) throw new FormulaError({ code: 'unknownName', what: text, at });
    return found;
  }

  private readBracket(): Expression {
    const { at } = this.take();
    const inside = this.nest(at, () => this.readAlternatives());
    this.close(at);
    return inside;
  }

  private readCall({ text, at }: Token): Expression {
    const operation = findFunction(text);
    if (operation === undefined) throw new FormulaError({ code: 'unknownFunction', what: text, at });
    this.take();
    const operands: Expression[] = [];
    if (this.next.text !== ')' || this.next.kind !== 'symbol') {
      do operands.push(this.nest(at, () => this.readAlternatives()));
      while (this.skip(','));
    }
    this.close(at);
    const message = explainCount(operation, operands.length);
    if (message !== undefined) throw new FormulaError({ code: 'wrongCount', what: operation, at });
    return { kind: 'calculation', operation, operands };
  }

  private close(openedAt: number): void {
    if (this.skip(')')) return;
    const { kind, text, at } = this.next;
    if (kind === 'end') throw new FormulaError({ code: 'unclosedBracket', what: '(', at: openedAt });
    throw new FormulaError({ code: text === ',' ? 'decimalComma' : 'unexpected', what: text, at });
  }

  /** Limits the nesting, so that no formula can exhaust the stack. */
  private nest(at: number, read: () => Expression): Expression {
    this.depth += 1;
    if (this.depth > deepestNesting) throw new FormulaError({ code: 'tooDeep', what: '', at });
    const inside = read();
    this.depth -= 1;
    return inside;
  }
}
