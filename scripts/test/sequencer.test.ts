import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeTogether } from './sequencer.ts';

it('placeTogether keeps every item, the order within a kind, and one place for each kind', () => {
  const items = fc.array(fc.record({ kind: fc.constantFrom('node', 'dom', 'other'), number: fc.nat() }));
  fc.assert(
    fc.property(items, (all) => {
      const placed = placeTogether(all, ({ kind }) => kind);
      const kinds = placed.map(({ kind }) => kind);
      for (const kind of new Set(kinds)) {
        expect(placed.filter((item) => item.kind === kind)).toEqual(all.filter((item) => item.kind === kind));
        expect(kinds.lastIndexOf(kind) - kinds.indexOf(kind) + 1).toBe(kinds.filter((other) => other === kind).length);
      }
      expect(placed).toHaveLength(all.length);
    }),
  );
});
