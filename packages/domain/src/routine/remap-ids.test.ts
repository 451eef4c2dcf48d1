import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remapIds } from './remap-ids.ts';
import { textsIn } from './texts-in.ts';

describe('remapIds', () => {
  it('replaces an id everywhere: as a value, in a list, as a key', () => {
    const document = {
      mainLoopStepID: 'a',
      steps: [{ id: 'a' }, { id: 'b' }],
      stepConfigurations: { a: { args: {} } },
    };
    expect(remapIds(document, new Map([['a', 'z']]))).toEqual({
      mainLoopStepID: 'z',
      steps: [{ id: 'z' }, { id: 'b' }],
      stepConfigurations: { z: { args: {} } },
    });
  });

  it('keeps fields, choices and texts that are spelled like an id', () => {
    const document = {
      steps: [
        { id: 'x', stepKind: 'MoveArmTo', description: 'x' },
        { id: 'Wait', stepKind: 'Wait' },
      ],
      stepConfigurations: {
        x: { stepKind: 'MoveArmTo', args: { motionKind: 'line', target: { pose: { x: 1, y: 2 } }, frame: 'line' } },
        Wait: { stepKind: 'Wait', args: { condition: { kind: 'constant', value: 'x' }, actionID: 'line' } },
      },
      tests: [{ name: 'x', given: { variables: { line: 1 } }, expect: { reached: ['x'] } }],
    };
    const ids = new Map([
      ['x', 'step_1'],
      ['Wait', 'step_2'],
      ['line', 'variable_3'],
    ]);
    expect(remapIds(document, ids)).toEqual({
      steps: [
        { id: 'step_1', stepKind: 'MoveArmTo', description: 'x' },
        { id: 'step_2', stepKind: 'Wait' },
      ],
      stepConfigurations: {
        step_1: {
          stepKind: 'MoveArmTo',
          args: { motionKind: 'line', target: { pose: { x: 1, y: 2 } }, frame: 'variable_3' },
        },
        step_2: { stepKind: 'Wait', args: { condition: { kind: 'constant', value: 'x' }, actionID: 'line' } },
      },
      tests: [{ name: 'x', given: { variables: { variable_3: 1 } }, expect: { reached: ['step_1'] } }],
    });
  });

  it('replaces an id that the product made wherever it occurs, as in the arguments of a package', () => {
    const document = { args: { counter: 'variable_1', map: { variable_1: 'variable_1' } } };
    expect(remapIds(document, new Map([['variable_1', 'variable_2']]))).toEqual({
      args: { counter: 'variable_2', map: { variable_2: 'variable_2' } },
    });
  });

  it('keeps text that merely contains an id', () => {
    expect(remapIds({ description: 'about a' }, new Map([['a', 'z']]))).toEqual({ description: 'about a' });
  });

  it('copies any JSON unchanged if there is nothing to replace', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(remapIds(value, new Map()))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('keeps the order of keys', () => {
    const ids = new Map([['step_a', 'step_z']]);
    expect(Object.keys(Object(remapIds({ b: 1, step_a: 2, c: 3 }, ids)))).toEqual(['b', 'step_z', 'c']);
  });

  it('handles a document thousands of levels deep', () => {
    let document: unknown = 'step_a';
    for (let level = 0; level < 20_000; level++) document = { child: document };
    let copy = remapIds(document, new Map([['step_a', 'z']]));
    for (let level = 0; level < 20_000; level++) copy = (copy as { child: unknown }).child;
    expect(copy).toBe('z');
  });
});

describe('textsIn', () => {
  it('returns every text that is a value, also in texts that are JSON themselves', () => {
    const inside = JSON.stringify([[{ variableID: 'c' }]]);
    const document = { key: 'a', list: [1, null, { deep: 'b' }], conditions: inside, broken: '[half' };
    expect(textsIn(document).sort()).toEqual(['a', 'b', 'c', inside, '[half'].sort());
  });

  it('handles a document thousands of levels deep, and a text that contains one', () => {
    let document: unknown = 'a';
    for (let level = 0; level < 20_000; level++) document = { child: document };
    expect(textsIn(document)).toEqual(['a']);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(textsIn(deep)).toEqual([deep]);
    expect(remapIds(deep, new Map([['a', 'z']]))).toBe(deep);
  });
});
