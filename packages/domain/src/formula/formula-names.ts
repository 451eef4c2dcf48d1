import type { Expression } from '../routine/expression.ts';

/** A value that formulas can read by its name. */
export interface NamedValue {
  readonly name: string;
  readonly expression: Expression;
}

/** Names of the values that formulas read: each name once, each value by its name. */
export class FormulaNames {
  private readonly values = new Map<string, Expression>();
  private readonly names = new Map<string, string>();

  /**
   * @param known values by their names; equal names are numbered
   * @param shown expression with further values, such as scripts: they get names too, so that its formula loses nothing
   */
  constructor(known: readonly NamedValue[], shown?: Expression) {
    for (const { name, expression } of known) this.add(name, expression);
    for (const leaf of shown === undefined ? [] : leavesOf(shown)) {
      if (!this.names.has(keyOf(leaf))) this.add(fallbackName(leaf), leaf);
    }
  }

  /** Names in the order in which they were given. */
  get list(): readonly NamedValue[] {
    return [...this.values].map(([name, expression]) => ({ name, expression }));
  }

  /** Finds a value by its name; capitals matter only between names that differ in nothing else. */
  readonly find = (name: string): Expression | undefined => {
    const exact = this.values.get(name);
    if (exact) return exact;
    const alike = [...this.values].filter(([each]) => each.toLowerCase() === name.toLowerCase());
    return alike.length === 1 ? alike[0]?.[1] : undefined;
  };

  readonly nameOf = (expression: Expression): string => this.names.get(keyOf(expression)) ?? fallbackName(expression);

  private add(wanted: string, expression: Expression): void {
    let name = wanted;
    for (let count = 2; this.values.has(name); count += 1) name = `${wanted} (${count})`;
    this.values.set(name, expression);
    const key = keyOf(expression);
    if (!this.names.has(key)) this.names.set(key, name);
  }
}

function keyOf(expression: Expression): string {
  return JSON.stringify(expression);
}

/** Yields the values that an expression reads, without constants and computed values. */
export function* leavesOf(root: Expression): Generator<Expression> {
  const pending: Expression[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'conditional') pending.push(next.right, next.left);
    else if (next.kind === 'calculation') pending.push(...next.operands.toReversed());
    else if (next.kind !== 'constant') yield next;
  }
}

/** Returns a name for a value that is unknown to the cell. */
function fallbackName(expression: Expression): string {
  switch (expression.kind) {
    case 'variable':
      return expression.variableID;
    case 'stateVariable':
      return `${expression.stepID}: ${expression.variable}`;
    case 'sensor':
      return expression.sensor.name || expression.sensor.kind;
    default:
      return expression.kind;
  }
}
