import { type Routine, routineSchema, type Step, walkSteps } from '@cellwright/domain/routine';
import { describeRoutineChanges } from '@cellwright/steps/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, countKinds, foldUnchanged, type StepRow } from './compare-versions.ts';

interface Node {
  readonly id: string;
  readonly ms?: number;
  readonly inside?: readonly Node[];
}

function routineWith(nodes: readonly Node[], head: object = {}): Routine {
  const stepConfigurations: Record<string, object> = {};
  const build = ({ id, ms = 10, inside }: Node): object => {
    const stepKind = inside ? 'Loop' : 'Wait';
    stepConfigurations[id] = { stepKind, args: inside ? {} : { milliseconds: ms } };
    return { id, stepKind, ...(inside && { steps: inside.map(build) }) };
  };
  return routineSchema.parse({ id: 'r', name: 'Test', steps: nodes.map(build), stepConfigurations, ...head });
}

const compare = (before: Routine, after: Routine) =>
  compareVersions(before, after, describeRoutineChanges(before, after));
const short = (rows: readonly StepRow[]) =>
  rows.map(({ key, kind, before, after }) => `${kind} ${key} ${before?.path ?? '-'} ${after?.path ?? '-'}`);

describe('compareVersions', () => {
  it('puts steps side by side, and a removed one after its former predecessor', () => {
    const before = routineWith([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);
    const after = routineWith([{ id: 'a', ms: 20 }, { id: 'd' }, { id: 'c' }, { id: 'e' }]);
    const { steps } = compare(before, after);
    const moved = short(steps).filter((text) => text.startsWith('moved'));
    expect(moved).toHaveLength(1);
    expect(short(steps).filter((text) => !/ [cd] /.test(text))).toEqual([
      'changed a 1 1',
      'removed b 2 -',
      'added e - 4',
    ]);
  });

  it('shows a step that was removed at the start first', () => {
    const { steps } = compare(routineWith([{ id: 'a' }, { id: 'b' }]), routineWith([{ id: 'b' }]));
    expect(short(steps)).toEqual(['removed a 1 -', 'same b 2 1']);
  });

  it('keeps the words of a change with its step, its item or the routine', () => {
    const variable = (name: string, initialValue: number) => ({
      environmentVariables: [{ id: 'v', name, initialValue }],
    });
    const before = routineWith([{ id: 'a' }], variable('Count', 1));
    const after = routineWith([{ id: 'a', ms: 30 }], { ...variable('Parts', 2), name: 'Renamed' });
    const { head, items, steps } = compare(before, after);
    expect(head.map(({ text }) => text)).toEqual(["Renamed to 'Renamed'"]);
    expect(items).toMatchObject([{ kind: 'changed', before: 'Count', after: 'Parts' }]);
    expect(items[0]?.changes.map(({ text }) => text)).toEqual([
      'Variable Count renamed to Parts',
      'Variable Parts: 1 → 2',
    ]);
    expect(steps[0]?.changes.map(({ text }) => text)).toEqual(['Wait 0.01 s → 0.03 s']);
  });

  it('counts rows by kind', () => {
    const comparison = compare(
      routineWith([{ id: 'a' }, { id: 'b' }]),
      routineWith([{ id: 'b', ms: 5 }, { id: 'c' }, { id: 'd', inside: [{ id: 'e' }] }]),
    );
    expect(countKinds(comparison)).toEqual({ added: 3, removed: 1, moved: 0, changed: 1, same: 0 });
  });

  const nodes = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 }).chain((ids) =>
    fc.tuple(...ids.map((id) => fc.nat(3).map((ms) => ({ id, ms })))).map((list): Node[] => {
      const half = Math.ceil(list.length / 2);
      return list.length < 4 ? list : [...list.slice(0, half), { id: 'loop', inside: list.slice(half) }];
    }),
  );

  it('shows every step of both versions exactly once, those of the newer in its order', () => {
    fc.assert(
      fc.property(nodes, nodes, (old, now) => {
        const [before, after] = [routineWith(old), routineWith(now)];
        const { steps } = compare(before, after);
        const idsOf = ({ steps: tree }: { steps: readonly Step[] }) =>
          Array.from(walkSteps(tree), ({ step }) => step.id);
        expect(steps.filter((row) => row.after).map(({ key }) => key)).toEqual(idsOf(after));
        expect(
          steps
            .filter((row) => row.before)
            .map(({ key }) => key)
            .sort(),
        ).toEqual(idsOf(before).sort());
        expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
      }),
    );
  });
});

describe('foldUnchanged', () => {
  it('keeps one neighbour of each difference and counts the rest', () => {
    const ids = [...'abcdefghij'].map((id) => ({ id }));
    const changed = ids.map((node) => (node.id === 'e' ? { ...node, ms: 99 } : node));
    const { steps } = compare(routineWith(ids), routineWith(changed));
    const shown = foldUnchanged(steps).map((row) => ('unchangedCount' in row ? row.unchangedCount : row.key));
    expect(shown).toEqual([3, 'd', 'e', 'f', 4]);
  });

  it('returns one count for equal versions', () => {
    const same = routineWith([{ id: 'a' }, { id: 'b' }]);
    expect(foldUnchanged(compare(same, same).steps)).toMatchObject([{ unchangedCount: 2 }]);
  });
});
