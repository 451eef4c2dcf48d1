import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remapIds, textsIn } from './remap-ids.ts';

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
    expect(Object.keys(remapIds({ b: 1, a: 2, c: 3 }, new Map([['a', 'z']])) as object)).toEqual(['b', 'z', 'c']);
  });

  it('handles a document thousands of levels deep', () => {
    let document: unknown = 'a';
    for (let level = 0; level < 20_000; level++) document = { child: document };
    let copy = remapIds(document, new Map([['a', 'z']]));
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
