import type { VariableValue } from '@cellwright/domain/basics';
import { createExpressionPort, type Evaluation, type ScriptLanguage } from '@cellwright/steps/framework';
import { createScripts } from './script-runner.ts';

const variables = new Map<string, VariableValue>([
  ['variable_1', 4],
  ['variable_2', 'blue'],
  ['variable_3', 'secret'],
]);
const names = new Map([
  ['count', 'variable_1'],
  ['part colour', 'variable_2'],
  ['secret', 'variable_3'],
]);

/** Expressions of one language, over a few variables, a step and the inputs of a robot. */
export function startEvaluating(language: ScriptLanguage) {
  const scripts = createScripts({ isPythonOn: async () => true });
  const port = createExpressionPort({
    getVariable: (id) => variables.get(id),
    findVariableID: (name) => names.get(name),
    getStepVariable: (stepID, name) => (stepID === 'step_1' && name === 'completedCount' ? 7 : undefined),
    findStepID: (name) => (name === 'Loop 1' ? 'step_1' : undefined),
    readPort: ({ kind }) => (kind === 'Input' ? 'high' : undefined),
    scripts: scripts.forRobot('simulated'),
  });
  return { scripts, evaluate: (source: string): Promise<Evaluation> => port.evaluate({ kind: language, source }) };
}
