import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxesOutside,
  boxRotations,
  findFreePlace,
  findOverlap,
  footprintOf,
  generateLayer,
  isInTheWay,
  type LayerGeneratorKind,
  layerPatternSchema,
  type PalletBox,
  palletLimits,
  sequenceBoxes,
} from './index.ts';

const base = fc.record({ lengthMM: fc.integer({ min: 100, max: 2000 }), widthMM: fc.integer({ min: 100, max: 2000 }) });
const boxType = fc.record({
  id: fc.constant('type'),
  name: fc.constant('Type'),
  width: fc.double({ min: 60, max: 700, noNaN: true }),
  depth: fc.double({ min: 60, max: 700, noNaN: true }),
  height: fc.integer({ min: 10, max: 500 }),
  weight: fc.constant(1),
  offsetX: fc.constant(0),
  offsetY: fc.constant(0),
  offsetZ: fc.constant(0),
});
const kind = fc.constantFrom<LayerGeneratorKind>('column', 'interlock', 'pinwheel', 'free');
const variant = fc.constantFrom('A' as const, 'B' as const);

const patternOf = (boxList: readonly PalletBox[], more: object = {}) =>
  layerPatternSchema.parse({ id: 'pattern', name: 'Pattern', boxTypeID: 'type', boxList, ...more });

describe('A generated layer', () => {
  it('has no overlapping boxes and none beyond the pallet, for all sizes', () => {
    fc.assert(
      fc.property(kind, variant, base, boxType, (kind, variant, base, boxType) => {
        const pattern = patternOf(generateLayer({ kind, variant, base, boxType }));
        expect(findOverlap(pattern, boxType)).toBeUndefined();
        expect(boxesOutside(pattern, boxType, base)).toEqual([]);
      }),
    );
  });

  it('in columns holds as many boxes as the better orientation does', () => {
    fc.assert(
      fc.property(base, boxType, (base, boxType) => {
        const { lengthMM, widthMM } = base;
        const { width, depth } = boxType;
        // A length that fits exactly must fit in spite of rounding.
        const timesIn = (whole: number, part: number) => Math.floor(whole / part + 1e-9);
        const straight = timesIn(lengthMM, width) * timesIn(widthMM, depth);
        const turned = timesIn(lengthMM, depth) * timesIn(widthMM, width);
        const count = generateLayer({ kind: 'column', base, boxType }).length;
        expect(count).toBe(Math.min(Math.max(straight, turned), palletLimits.boxesOfLayer));
      }),
    );
  });

  it('interlocks both orientations if there is room for one box each side by side, and both variants hold the same number', () => {
    fc.assert(
      fc.property(base, boxType, (base, boxType) => {
        const [a, b] = (['A', 'B'] as const).map((variant) =>
          generateLayer({ kind: 'interlock', variant, base, boxType }),
        );
        const { width, depth } = boxType;
        const hasRoom = width + depth <= base.lengthMM && Math.max(width, depth) <= base.widthMM;
        // A layer of very small boxes reaches its limit before the second orientation.
        if (!hasRoom || a?.length === palletLimits.boxesOfLayer) return;
        expect(new Set(a?.map(({ rotation }) => rotation))).toEqual(new Set([0, 90]));
        expect(b?.length).toBe(a?.length);
      }),
    );
  });

  it('as a pinwheel has rotational symmetry about its centre', () => {
    const layer = generateLayer({
      kind: 'pinwheel',
      base: { lengthMM: 1000, widthMM: 1000 },
      boxType: { width: 600, depth: 400 },
    });
    expect(layer.map(({ x, y, rotation }) => [x, y, rotation])).toEqual([
      [300, 200, 0],
      [800, 300, 90],
      [700, 800, 180],
      [200, 700, 270],
    ]);
  });

  it('starts empty if free, and is filled box by box without overlaps', () => {
    fc.assert(
      fc.property(base, boxType, fc.array(fc.constantFrom(...boxRotations), { maxLength: 12 }), (base, type, turns) => {
        expect(generateLayer({ kind: 'free', base, boxType: type })).toEqual([]);
        const boxList: PalletBox[] = [];
        for (const [index, rotation] of turns.entries()) {
          const place = findFreePlace(boxList, base, type, rotation);
          if (place) boxList.push({ id: `${index}`, order: index, ...place });
        }
        const pattern = patternOf(boxList);
        expect(findOverlap(pattern, type)).toBeUndefined();
        expect(boxesOutside(pattern, type, base)).toEqual([]);
      }),
    );
  });
});

describe('Automatic sequencing', () => {
  it('approaches no box through a placed one, from any single direction', () => {
    const direction = fc.constantFrom('+x', '-x', '+y', '-y', '+x+y', '+x-y', '-x+y', '-x-y', 'top' as const);
    const distances = fc.record({
      approachDistanceXYMM: fc.integer({ min: 0, max: 500 }),
      approachDistanceZMM: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(kind, base, boxType, direction, distances, (kind, base, boxType, direction, distances) => {
        const pattern = patternOf(generateLayer({ kind, base, boxType }), { globalApproachDirection: direction });
        const layer = { height: boxType.height, distances };
        const boxes = sequenceBoxes(pattern, boxType, layer).map((box) => footprintOf(box, boxType));
        expect(boxes).toHaveLength(pattern.boxList.length);
        for (const [index, box] of boxes.entries()) {
          expect(boxes.slice(0, index).filter((placed) => isInTheWay(placed, box, direction, layer))).toEqual([]);
        }
      }),
    );
  });
});
