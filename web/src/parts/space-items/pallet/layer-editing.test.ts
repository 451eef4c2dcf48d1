import { boxTypeSchema, generateLayer, type LayerPattern, layerPatternSchema } from '@cellwright/domain/pallet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBox, changeBox, misplacedBoxes, moveInOrder, moveTo, snapBox, turnBox } from './layer-editing.ts';

const base = { lengthMM: 1200, widthMM: 800 };
const type = boxTypeSchema.parse({ id: 'small', name: 'Small', width: 300, depth: 200, height: 150 });
const pattern = layerPatternSchema.parse({
  id: 'layer',
  name: 'Layer',
  boxTypeID: type.id,
  boxList: generateLayer({ kind: 'column', base, boxType: type }),
});
const empty: LayerPattern = { ...pattern, boxList: [] };

describe('A box that is dragged', () => {
  const [box] = pattern.boxList;
  if (!box) throw new Error('The layer has boxes');

  it('snaps to the edge of the pallet when it is released near it', () => {
    expect(snapBox(box, { x: 160, y: 108 }, [], type, base)).toMatchObject({ x: 150, y: 100 });
  });

  it('snaps to a box beside it, and stays where it is away from edges', () => {
    const other = { ...box, id: 'other', x: 150, y: 100 };
    expect(snapBox(box, { x: 458, y: 100 }, [other], type, base)).toMatchObject({ x: 450, y: 100 });
    expect(snapBox(box, { x: 700.4, y: 400.2 }, [other], type, base)).toMatchObject({ x: 700, y: 400 });
  });

  it('snaps with its long side after a rotation', () => {
    expect(snapBox(turnBox(box), { x: 108, y: 158 }, [], type, base)).toMatchObject({ x: 100, y: 150, rotation: 90 });
  });

  it('has its old rotation again after four turns', () => {
    expect([1, 2, 3, 4].reduce(turnBox, box)).toEqual(box);
  });
});

describe('A layer', () => {
  it('accepts boxes until it is full, without overlaps or overhang', () => {
    let layer = empty;
    for (let next = addBox(layer, type, base); next; next = addBox(layer, type, base)) layer = next;
    expect(layer.boxList).toHaveLength(16);
    expect(misplacedBoxes(layer, type, base).size).toBe(0);
    expect(new Set(layer.boxList.map(({ id }) => id)).size).toBe(16);
  });

  it('names both of two overlapping boxes, and one that overhangs', () => {
    const [first, second, third] = pattern.boxList;
    if (!first || !second || !third) throw new Error('The layer has boxes');
    const over = changeBox(pattern, second.id, (box) => ({ ...box, x: first.x + 100, y: first.y }));
    expect([...misplacedBoxes(over, type, base)].sort()).toEqual([first.id, second.id].sort());
    const out = changeBox(pattern, third.id, (box) => ({ ...box, x: -20, y: 1500 }));
    expect([...misplacedBoxes(out, type, base)]).toEqual([third.id]);
  });

  it('places a box earlier or later by one, and renumbers all', () => {
    const [first, second] = pattern.boxList;
    const moved = moveInOrder(pattern, second?.id ?? '', -1).boxList;
    expect(moved.slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(moved.map(({ order }) => order)).toEqual(moved.map((_, index) => index));
  });
});

it('moveTo keeps the order of the other items', () => {
  const places = fc.integer({ min: -1, max: 9 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 8 }), places, places, (list, from, to) => {
      const moved = moveTo(list, from, to);
      const isPlace = (index: number) => index >= 0 && index < list.length;
      const rest = (all: readonly number[]) => all.filter((each) => each !== list[from]);
      const isMoved = isPlace(from) && isPlace(to);
      expect(moved[isMoved ? to : 0]).toBe(list[isMoved ? from : 0]);
      expect(rest(moved)).toEqual(rest(list));
      expect(moved).toHaveLength(list.length);
    }),
  );
});
