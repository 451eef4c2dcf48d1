import { hashState } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
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

describe('RoutineVariables', () => {
  const open = () =>
    new RoutineVariables(
      [
        { id: 'v_ratio', name: 'ratio', isGlobal: false, initialValue: 1 },
        { id: 'v_label', name: 'label', isGlobal: false, initialValue: 'A' },
        { id: 'v_shared', name: 'label', isGlobal: true, initialValue: 'B' },
      ],
      () => undefined,
    );

  it.each([
    [Number.NaN, 'a number that is not finite'],
    [Number.NEGATIVE_INFINITY, 'a number that is not finite'],
    [2 ** 53, 'a number beyond ±9007199254740991'],
    ['a\0b', 'a text with the character NUL'],
    ['\udfff', 'a text with half a character'],
    ['\u2067x', 'the invisible character U+2067'],
  ])('refuses %j from a step, a client and a start, naming the variable', (value, reason) => {
    const variables = open();
    const message = expect.stringMatching(new RegExp(`'(ratio|v_ratio)' .*${reason.replaceAll(/[±+]/g, '.')}`));
    expect(variables.set('v_ratio', value)).toEqual({ ok: false, isKnown: true, message });
    expect(variables.override({ label: 'C', ratio: value })).toContain("'ratio'");
    expect([variables.get('v_ratio'), variables.get('v_label')]).toEqual([1, 'A']);
  });

  it('keeps the type of a variable for every writer', () => {
    const variables = open();
    expect(variables.set('v_ratio', 'abc')).toMatchObject({
      message: '\'ratio\' is a number and cannot be set to "abc"',
    });
    expect(variables.override({ ratio: 'abc' })).toBe('\'ratio\' is a number and cannot be set to "abc"');
    expect(variables.set('v_ratio', '5')).toEqual({ ok: true });
    expect(variables.set('v_label', '5.0')).toEqual({ ok: true });
    expect([variables.get('v_ratio'), variables.get('v_label')]).toEqual([5, '5.0']);
    expect(variables.set('v_label', 5)).toEqual({ ok: true });
    expect(variables.set('v_ratio', true)).toMatchObject({ message: "'ratio' is a number and cannot be set to true" });
    expect([variables.get('v_ratio'), variables.get('v_label')]).toEqual([5, '5']);
  });

  it("sets the routine's own variable at a start before that of the cell", () => {
    const variables = open();
    expect(variables.override({ label: 'mine' })).toBeUndefined();
    expect([variables.get('v_label'), variables.get('v_shared')]).toEqual(['mine', 'B']);
  });

  it('starts over with values that an earlier release stored', () => {
    const variables = new RoutineVariables(
      [{ id: 'v', name: 'v', isGlobal: false, initialValue: 2 ** 60 }],
      () => undefined,
    );
    variables.startOver();
    expect(variables.get('v')).toBe(2 ** 60);
  });
});
