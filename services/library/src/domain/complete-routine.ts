import type { VariableValue } from '@cellwright/domain/basics';
import { allPorts, ioPortName } from '@cellwright/domain/robot';
import { type Completion, type Routine, type Step, type TreeEntry, walkSteps } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { findStepContract, labelOfKind } from '@cellwright/steps/contracts';
import type { CellInventory } from './check-routine.ts';

type Scope = Completion['scope'];
type Named = Pick<Completion, 'kind' | 'id' | 'name' | 'type'>;

/** Returns every name that expressions of the routine may use in this cell, without current values. */
export function completeRoutine(
  { environmentVariables, steps, space }: Routine,
  { globalVariables, globalSpaceItems, equipment }: CellInventory,
): Completion[] {
  const variables = (scope: Scope, of: readonly { id: string; name: string; initialValue: VariableValue }[]) =>
    of.map(({ id, name, initialValue }) =>
      describe(scope, { kind: 'variable', id, name, type: typeOf(initialValue) }, `variables${access(name)}`),
    );
  const items = (scope: Scope, of: readonly SpaceItem[]) =>
    of.map(({ id, name, kind }) => describe(scope, { kind: 'spaceItem', id, name, type: kind }));
  return [
    ...variables('routine', environmentVariables),
    ...variables('cell', globalVariables),
    ...stepVariables([...walkSteps(steps)]),
    ...allPorts.map(completePort),
    ...items('routine', space),
    ...items('cell', globalSpaceItems),
    ...(equipment ?? []).map(({ id, name, kind }) => describe('cell', { kind: 'device', id, name, type: kind })),
  ];
}

function describe(scope: Scope, named: Named, insert: string | null = null, owner: string | null = null): Completion {
  return { ...named, scope, owner, insert, value: null };
}

function completePort(port: (typeof allPorts)[number]): Completion {
  const name = ioPortName(port);
  return describe('cell', { kind: 'port', id: name, name, type: port.kind }, `io[${quote(name)}]`);
}

function stepVariables(entries: readonly TreeEntry[]): Completion[] {
  const described = new Map<string, number>();
  for (const { step } of entries) {
    if (step.description) described.set(step.description, (described.get(step.description) ?? 0) + 1);
  }
  return entries.flatMap(({ step, path }) =>
    Object.entries(findStepContract(step.stepKind)?.variables ?? {}).map(([name, initial]) =>
      describe(
        'routine',
        { kind: 'stepVariable', id: step.id, name, type: typeOf(initial) },
        `steps[${quote(callName(step, described))}]${access(name)}`,
        `${path} ${step.description || labelOfKind(step.stepKind)}`,
      ),
    ),
  );
}

/**
 * Returns the description of a step if it is unique, otherwise its id: a copy of the routine has steps with new ids.
 */
function callName({ id, description }: Step, described: ReadonlyMap<string, number>): string {
  return description && described.get(description) === 1 && isPlain(description) ? description : id;
}

function typeOf(value: VariableValue): string {
  return typeof value === 'string' ? 'text' : typeof value;
}

function access(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${quote(name)}]`;
}

/** True if a script can quote the name without escapes. */
function isPlain(text: string): boolean {
  return !/['\\\n]/.test(text) || !/["\\\n]/.test(text);
}

function quote(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
