import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeByNeed, readNeeds } from './sequencer.ts';

it('placeByNeed keeps every item, one place for each kind, and within it what resets modules last', () => {
  const kinds = fc.constantFrom('node', 'dom', 'other');
  const items = fc.array(fc.record({ kind: kinds, resetsModules: fc.boolean(), number: fc.nat() }));
  fc.assert(
    fc.property(items, (all) => {
      const placed = placeByNeed(all);
      const placedKinds = placed.map(({ kind }) => kind);
      for (const kind of new Set(placedKinds)) {
        const own = all.filter((item) => item.kind === kind);
        const plain = own.filter(({ resetsModules }) => !resetsModules);
        const last = own.filter(({ resetsModules }) => resetsModules);
        expect(placed.slice(placedKinds.indexOf(kind), placedKinds.lastIndexOf(kind) + 1)).toEqual([...plain, ...last]);
      }
      expect(placed).toHaveLength(all.length);
    }),
  );
});

it('readNeeds finds the environment of a file, and whether it resets the modules of its worker', () => {
  expect(readNeeds("import { it } from 'vitest';\n")).toEqual({ environment: '', resetsModules: false });
  const mocking = '// @vitest-environment happy-dom\nvi.hoisted(() => vi.resetModules());\n';
  expect(readNeeds(mocking)).toEqual({ environment: 'happy-dom', resetsModules: true });
});
