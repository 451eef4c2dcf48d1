import type { Expression } from './expression.ts';
import type { RobotSessionState } from './runner-state.ts';

type Variables = RobotSessionState['variables'];

/** Finds the variable with this id or name; if both have the name, the routine's own before the cell's. */
export function findVariable(variables: Variables, nameOrID: string): [string, Variables[string]] | undefined {
  const all = Object.entries(variables);
  const named = all.filter(([, { name }]) => name === nameOrID);
  return all.find(([id]) => id === nameOrID) ?? named.find(([, { isGlobal }]) => !isGlobal) ?? named[0];
}

/** Quoted texts, property names after a dot, and words. */
const words = /'[^']*'|"[^"]*"|(?<![\p{ID_Continue}$.])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** Parses an expression that a user enters: the name of a variable, or JavaScript that refers to variables by name. */
export function readExpression(text: string, variables: Variables): Expression {
  const variable = findVariable(variables, text.trim());
  if (variable) return { kind: 'variable', variableID: variable[0] };
  const source = text.replaceAll(words, (word) =>
    /^['"]/.test(word) || !findVariable(variables, word) ? word : `variables[${JSON.stringify(word)}]`,
  );
  return { kind: 'JavaScript', source };
}

/** Returns the text of an expression for editing; other kinds of expressions are only named. */
export function showExpression(expression: Expression, variables: Variables): string {
  if (expression.kind === 'variable') return variables[expression.variableID]?.name ?? expression.variableID;
  if (expression.kind !== 'JavaScript') return `a ${expression.kind} expression`;
  return expression.source.replaceAll(/variables\["([^"]*)"\]/g, '$1');
}
