import type { EnvironmentVariable, GlobalVariable } from '@cellwright/domain/routine';
import { proofMessages } from '@cellwright/domain/runner-socket';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { Findings } from './findings.ts';
import type { DataFlow } from './outside.ts';

export interface VariableParts {
  readonly steps: readonly ProgramStep[];
  readonly variables: readonly (EnvironmentVariable | GlobalVariable)[];
  readonly flow: DataFlow;
  readonly findings: Findings;
  /** Ids and names of the variables with given values. */
  readonly given: ReadonlySet<string>;
  /** Counts of started steps when a step first started, and when a variable was first set. */
  readonly begunAt: ReadonlyMap<string, number>;
  readonly setAt: ReadonlyMap<string, number>;
}

/** A variable that begins with a value is a constant or a count; one that begins empty has to be set before it is read. */
export function reviewVariables(parts: VariableParts): void {
  for (const variable of parts.variables) {
    const { id, name, initialValue } = variable;
    if (initialValue !== '' || parts.given.has(id) || parts.given.has(name)) continue;
    const readers = parts.steps.filter(
      (step) => !step.isDisabled && parts.flow.readsOf.get(step.id)?.variables.has(id),
    );
    const [first] = readers;
    if (first) reviewVariable(parts, variable, readers, first);
  }
}

function reviewVariable(
  { flow, findings, begunAt, setAt }: VariableParts,
  { id, name, isGlobal }: EnvironmentVariable | GlobalVariable,
  readers: readonly ProgramStep[],
  first: ProgramStep,
): void {
  const setters = flow.settersOf.get(id) ?? [];
  if (setters.length === 0) {
    if (isGlobal)
      findings.say('variableNeverSet', first, proofMessages.variableFromOutside(name), { severity: 'note' });
    else findings.add('variableNeverSet', first, [name]);
    return;
  }
  const firstSet = Math.min(
    setAt.get(id) ?? Number.POSITIVE_INFINITY,
    ...setters.map((step) => begunAt.get(step) ?? Number.POSITIVE_INFINITY),
  );
  const early = readers.find((step) => (begunAt.get(step.id) ?? Number.POSITIVE_INFINITY) < firstSet);
  if (early) findings.add('variableReadBeforeSet', early, [name], isGlobal ? 'note' : undefined);
}
