import { FormulaNames } from '../formula/formula-names.ts';
import { readFormula } from '../formula/read-formula.ts';
import { writeFormula } from '../formula/write-formula.ts';
import { allPorts, type IOPortRef, ioPortName } from '../robot/io.ts';
import type { Expression } from '../routine/expression.ts';
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

/**
 * Parses an expression that a user enters: the name of a variable, a formula, or else JavaScript that refers to
 * variables by name.
 */
export function readExpression(text: string, variables: Variables): Expression {
  const variable = findVariable(variables, text.trim());
  if (variable) return { kind: 'variable', variableID: variable[0] };
  const formula = readFormula(text, namesIn(variables).find);
  if (formula.ok) return formula.value;
  const source = text.replaceAll(words, (word) =>
    /^['"]/.test(word) || !findVariable(variables, word) ? word : `variables[${JSON.stringify(word)}]`,
  );
  return { kind: 'JavaScript', source };
}

/** Returns the text of an expression for editing; scripts inside a formula are only named. */
export function showExpression(expression: Expression, variables: Variables): string {
  if (expression.kind === 'JavaScript') return expression.source.replaceAll(/variables\["([^"]*)"\]/g, '$1');
  if (expression.kind === 'variable') return variables[expression.variableID]?.name ?? expression.variableID;
  return writeFormula(expression, namesIn(variables, expression).nameOf);
}

/** Returns the names of variables, the routine's own before the cell's, and of signals. */
function namesIn(variables: Variables, shown?: Expression): FormulaNames {
  const all = Object.entries(variables).toSorted(([, one], [, other]) => Number(one.isGlobal) - Number(other.isGlobal));
  const values = all.map(([variableID, { name }]) => ({
    name,
    expression: { kind: 'variable' as const, variableID },
  }));
  return new FormulaNames(
    [...values, ...allPorts.map((port) => ({ name: ioPortName(port), expression: signalOf(port) }))],
    shown,
  );
}

/** Returns the expression that reads a signal: the flange's ports have a separate interface. */
export function signalOf(ioPort: IOPortRef): Expression {
  const isFlange = ioPort.kind === 'FlangeInput' || ioPort.kind === 'FlangeOutput';
  return { kind: 'sensor', sensor: { kind: isFlange ? 'flangeIO' : 'controlBoxIO', ioPort } };
}
