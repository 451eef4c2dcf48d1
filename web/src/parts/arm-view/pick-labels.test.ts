import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOver, pickLabels } from './pick-labels.ts';

const box = (x: number, y = 0) => ({ x, y, width: 40, height: 20 });
const boxes = fc.array(
  fc.record({ x: fc.nat(300), y: fc.nat(300), width: fc.integer({ min: 5, max: 90 }), height: fc.constant(20) }),
  { maxLength: 40 },
);

describe('pickLabels', () => {
  it('shows labels beside each other, and hides one that covers a more important one', () => {
    expect(pickLabels([box(0), box(30), box(60), box(30, 30)])).toEqual([true, false, true, true]);
  });

  it('never shows overlapping labels, and hides none without need', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const shown = pickLabels(all);
        const before = (index: number) => all.filter((_, other) => other < index && shown[other]);
        for (const [index, each] of all.entries()) {
          expect(before(index).every((other) => !isOver(each, other))).toBe(shown[index]);
        }
      }),
    );
  });
});
