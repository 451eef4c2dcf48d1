import { hashState, type StatePatch } from '@cellwright/domain';
import { VirtualClock } from '@cellwright/testkit';
import { expect, it } from 'vitest';
import { createInitialState } from '../state/initial-state.ts';
import { StateStore } from '../state/state-store.ts';
import { RoutineVariables } from './routine-variables.ts';

it('RoutineVariables puts only the variables that changed into a patch', () => {
  const definitions = Array.from({ length: 1000 }, (_, index) => ({
    ...{ id: `variable_${index}`, name: `count ${index}`, isGlobal: true as const, initialValue: 0 },
    ...{ version: 1, description: '' },
  }));
  const patches: StatePatch[] = [];
  const store = new StateStore(createInitialState('simulated', false), new VirtualClock(), (patch) =>
    patches.push(patch),
  );
  const variables = new RoutineVariables(definitions, () =>
    store.contributeLater((state) => variables.show(state.variables)),
  );
  store.update((state) => {
    state.variables = variables.describe();
  });
  store.flush();
  variables.set('variable_7', 1);
  variables.set('variable_9', 2);
  store.flush();
  expect(patches.at(-1)?.patch.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { op: 'replace', path: '/variables/variable_7/value', value: 1 },
    { op: 'replace', path: '/variables/variable_9/value', value: 2 },
  ]);
  expect(patches.at(-1)?.hash).toBe(hashState(store.state));
});
