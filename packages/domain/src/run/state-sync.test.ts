import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyCounts } from '../basics/key-counts.ts';
import { applyOperation, createStateReplica } from './state-replica.ts';
import { hashState, hashString, type PatchOperation } from './state-sync.ts';

describe('hashString', () => {
  it('returns the 32-bit hash h·31 + c', () => {
    expect(hashString('')).toBe(0);
    expect(hashString('a')).toBe(97);
    expect(hashString('ab')).toBe(97 * 31 + 98);
    expect(hashString('x'.repeat(100))).toBeLessThan(2 ** 32);
  });
});

describe('hashState', () => {
  it('returns the sum of the hashes of pointer=JSON over the leaves', () => {
    const state = { a: 1, b: { c: 'x', 'd/e': [true, {}] } };
    const leaves = ['/a=1', '/b/c="x"', '/b/d~1e/0=true', '/b/d~1e/1={}'];
    const sum = leaves.reduce((total, leaf) => (total + hashString(leaf)) >>> 0, 0);
    expect(hashState(state)).toBe(sum);
  });

  it('does not depend on the order of keys', () => {
    expect(hashState({ a: 1, b: 2 })).toBe(hashState({ b: 2, a: 1 }));
  });
});

const keys = fc.constantFrom('a', 'b', 'c~', 'd/e', '__proto__');
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(0, 1, 'x', true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
  ),
})).value;

function pointersOf(state: unknown, pointer = ''): string[] {
  if (typeof state !== 'object' || state === null) return [];
  return Object.entries(state).flatMap(([key, value]) => {
    const child = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [child, ...pointersOf(value, child)];
  });
}

describe('applyOperation', () => {
  it('keeps the hash equal to the hash of the whole state for every addition, replacement and removal', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(
          fc.record({ op: fc.constantFrom('add', 'replace', 'remove'), at: fc.nat(), key: keys, value: values }),
          { maxLength: 8 },
        ),
        (initial, edits) => {
          const target = { state: structuredClone(initial), hash: hashState(initial) };
          for (const { op, at, key, value } of edits) {
            const pointers = pointersOf(target.state);
            const chosen = pointers[at % Math.max(pointers.length, 1)] ?? '';
            const path = op === 'add' ? `${chosen}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : chosen;
            applyOperation(target, { op, path, value: structuredClone(value) } as PatchOperation);
            expect(target.hash).toBe(hashState(target.state));
          }
        },
      ),
    );
  });

  it('keeps the hash with counts that are reused between operations, in lists too', () => {
    const positions = fc.constantFrom('0', '1', '2', '-', 'a', 'b');
    const edit = fc.record({ op: fc.constantFrom('add', 'replace', 'remove'), at: positions, value: values });
    const states = fc.record({
      list: fc.array(values, { maxLength: 2 }),
      record: fc.dictionary(fc.constantFrom('a', 'b'), values),
    });
    fc.assert(
      fc.property(states, fc.array(fc.tuple(fc.constantFrom('/list', '/record'), edit)), (initial, edits) => {
        const target = { state: structuredClone(initial), hash: hashState(initial) };
        const counts = new KeyCounts();
        for (const [parent, { op, at, value }] of edits) {
          applyOperation(
            target,
            { op, path: `${parent}/${at}`, value: structuredClone(value) } as PatchOperation,
            counts,
          );
          expect(target.hash).toBe(hashState(target.state));
        }
      }),
    );
  });

  it('returns false for a path that does not exist', () => {
    const target = { state: { a: 1 }, hash: hashState({ a: 1 }) };
    expect(applyOperation(target, { op: 'replace', path: '/b/c', value: 1 })).toBe(false);
    expect(applyOperation(target, { op: 'remove', path: '/b' })).toBe(false);
    expect(target.state).toEqual({ a: 1 });
  });
});

describe('createStateReplica', () => {
  /** Creates a state that counts how often all the keys of its steps are listed. */
  function countListings(stepCount: number) {
    const steps = Object.fromEntries(
      Array.from({ length: stepCount }, (_, index) => [`step_${index}`, { state: 'stopped' }]),
    );
    const hash = hashState({ steps });
    let listings = 0;
    const counted = new Proxy(steps, {
      ownKeys(target) {
        listings++;
        return Reflect.ownKeys(target);
      },
    });
    return { state: { steps: counted }, hash, listings: () => listings };
  }

  it('lists the keys of a large object at most once, however many operations patches have', () => {
    const { state, hash, listings } = countListings(2000);
    const replica = createStateReplica();
    replica.reset({ seq: 0, hash, state });
    let expected = hash;
    for (let seq = 1; seq <= 100; seq++) {
      const value = { state: 'playing', variables: { round: seq } };
      const patch = ['add', 'replace'].map((op) => ({ op, path: `/steps/new_${seq}`, value }) as PatchOperation);
      const removal = { op: 'remove' as const, path: `/steps/step_${seq}` };
      expected =
        (expected - hashState({ state: 'stopped' }, removal.path) + hashState(value, `/steps/new_${seq}`)) >>> 0;
      expect(replica.apply({ seq, hash: expected, patch: [...patch, removal] })).toBe('applied');
    }
    expect(listings()).toBeLessThanOrEqual(1);
  });
});

describe('A state replica', () => {
  const snapshot = () => ({ seq: 5, hash: hashState({ a: 1, b: 2 }), state: { a: 1, b: 2 } });
  const patch = (seq: number, value: number) => ({
    seq,
    hash: hashState({ a: value, b: 2 }),
    patch: [{ op: 'replace' as const, path: '/a', value }],
  });

  it('follows patches in order', () => {
    const replica = createStateReplica();
    replica.reset(snapshot());
    expect(replica.apply(patch(6, 7))).toBe('applied');
    expect(replica.apply(patch(7, 8))).toBe('applied');
    expect(replica.state).toEqual({ a: 8, b: 2 });
  });

  it('ignores a patch that it already has', () => {
    const replica = createStateReplica();
    replica.reset(snapshot());
    replica.apply(patch(6, 7));
    expect(replica.apply(patch(6, 7))).toBe('stale');
    expect(replica.state).toEqual({ a: 7, b: 2 });
  });

  it('requests a snapshot after a gap, a wrong hash, or before the first snapshot', () => {
    const gap = createStateReplica();
    gap.reset(snapshot());
    expect(gap.apply(patch(7, 7))).toBe('mismatch');
    expect(gap.state).toBeUndefined();

    const wrong = createStateReplica();
    wrong.reset(snapshot());
    expect(wrong.apply({ ...patch(6, 7), hash: 1 })).toBe('mismatch');

    expect(createStateReplica().apply(patch(6, 7))).toBe('mismatch');
  });
});
