import { invertPose, positionOf, rotateVec3, transformPoint } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSpaceItem } from '../space/space-anchors.ts';
import { frameOfSpaceItem, resolveSpaceItems } from '../space/space-frames.ts';
import type { SpaceItem } from '../space/space-item.ts';
import { spaceItemSchema } from '../space/space-item.ts';
import { teachSpaceItem } from '../space/space-teaching.ts';
import {
  approachDirections,
  blockedApproaches,
  commonBoxName,
  findBox,
  findPalletPosition,
  findPickupPosition,
  generateLayer,
  palletCornerPose,
  palletFrame,
  solidOf,
  stackOf,
} from './index.ts';
import { carton, makeBase, makeBoxes } from './pallet.fixture.ts';

const close = (numbers: readonly number[]) => numbers.map((each) => expect.closeTo(each, 9));

describe('A pallet', () => {
  it('defaults to a Euro pallet on the floor', () => {
    expect(makeBase()).toMatchObject({ lengthMM: 1200, widthMM: 800, heightMM: 144, cornerToPosition: 'left' });
    expect(positionOf(palletFrame(makeBase()))).toEqual(close([0.5, 0, -0.25 + 0.144]));
  });

  it('lies above the floor by its height', () => {
    expect(palletFrame(makeBase({ floorToPalletDistanceMM: 300 })).z).toBeCloseTo(-0.25 + 0.444);
  });

  it('with its right corner as reference has its origin one length before it', () => {
    const base = makeBase({ cornerToPosition: 'right', cornerXMM: 0, cornerYMM: 1700, cornerYawDegrees: 90 });
    expect(positionOf(palletFrame(base))).toEqual(close([0, 0.5, -0.106]));
    expect(transformPoint(palletFrame(base), [1.2, 0, 0])).toEqual(close([0, 1.7, -0.106]));
  });

  it.each(['left', 'right'] as const)(
    'has its %s corner at the tip of a tool that points straight down',
    (cornerToPosition) => {
      const base = makeBase({ cornerToPosition, cornerXMM: 400, cornerYMM: -300, cornerYawDegrees: 30 });
      const pose = palletCornerPose(base);
      expect(positionOf(pose)).toEqual(close([0.4, -0.3, -0.106]));
      expect(rotateVec3(pose, [1, 0, 0])).toEqual(close([0, 0, -1]));
      expect(teachSpaceItem(base, { part: 'palletCorner' }, { pose })).toEqual({
        ok: true,
        value: expect.objectContaining({
          cornerXMM: expect.closeTo(400),
          cornerYMM: expect.closeTo(-300),
          floorToPalletDistanceMM: expect.closeTo(0),
        }),
      });
    },
  );

  it.each(['left', 'right'])('follows its anchor by the fields of its %s corner', (cornerToPosition) => {
    const pose = { x: 0.2, y: 0.1, z: 0, i: 0, j: 0, k: Math.SQRT1_2, w: Math.SQRT1_2 };
    const still = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
    const anchor: SpaceItem = spaceItemSchema.parse({ id: 'a', name: 'A', kind: 'environmentObject', pose });
    const base = makeBase({ cornerToPosition, anchoredToID: 'a', anchorPose: still });
    const [moved] = resolveSpaceItems([base, anchor]);
    const frame = moved && frameOfSpaceItem(moved);
    const expected = transformPoint(pose, positionOf(palletFrame(base)));
    expect(frame && positionOf(frame)).toEqual(close(expected));
    expect(frame && rotateVec3(frame, [1, 0, 0])).toEqual(close([0, 1, 0]));
  });
});

describe('Items of an older version', () => {
  it('with one base and one distance get the newer fields when read', () => {
    const { palletBaseIDs: _, approachDistanceXYMM: __, formatVersion: ___, ...older } = makeBoxes();
    const read = spaceItemSchema.parse({ ...older, palletBaseID: 'other', approachDistanceMM: 70 });
    expect(read).toMatchObject({ palletBaseIDs: ['other'], approachDistanceXYMM: 70, approachDistanceZMM: 0 });
    expect(read).not.toHaveProperty('palletBaseID');
    expect(read).not.toHaveProperty('approachDistanceMM');
  });

  it('keep the newer fields if they have both, and the defaults if they have neither', () => {
    const boxes = { id: 'b', name: 'B', kind: 'palletBoxes' };
    const both = { palletBaseID: 'old', palletBaseIDs: ['new'], approachDistanceMM: 70, approachDistanceXYMM: 80 };
    expect(spaceItemSchema.parse({ ...boxes, ...both })).toMatchObject({
      palletBaseIDs: ['new'],
      approachDistanceXYMM: 80,
    });
    expect(spaceItemSchema.parse(boxes)).toMatchObject({ palletBaseIDs: [], approachDistanceXYMM: 100 });
  });
});

describe('A stack', () => {
  const layered = makeBoxes({
    layerPatterns: [
      { id: 'pair', name: 'Pair', boxTypeID: 'carton', boxList: [{ id: 'one', x: 200, y: 150 }] },
      { id: 'sheet', name: 'Sheet', boxTypeID: 'tin', separatorHeightMM: 5, boxList: [{ id: 'one', x: 90, y: 60 }] },
    ],
    boxTypes: [carton, { id: 'tin', name: 'Tin', width: 100, depth: 80, height: 120 }],
    layerOrder: ['pair', 'sheet', 'pair'],
  });

  it('has the height of the boxes and the separators under them', () => {
    const { layers, heightMM } = stackOf(layered);
    expect(layers.map((layer) => layer?.bottomMM)).toEqual([0, 205, 325]);
    expect(heightMM).toBe(525);
  });

  it('has a common name of its boxes only if all are of one type', () => {
    expect(commonBoxName(makeBoxes())).toBe('Carton');
    expect(commonBoxName(layered)).toBeUndefined();
    expect(commonBoxName(makeBoxes({ layerOrder: [] }))).toBeUndefined();
  });

  it('follows the order of its boxes if it is not sequenced', () => {
    const boxList = [
      { id: 'last', x: 200, y: 150, order: 3 },
      { id: 'first', x: 600, y: 150, order: 1 },
      { id: 'second', x: 1000, y: 150, order: 1 },
    ];
    const pattern = { id: 'pair', name: 'Row', boxTypeID: 'carton', automaticSequencing: false, boxList };
    const [layer] = stackOf(makeBoxes({ layerPatterns: [pattern] })).layers;
    expect(layer?.boxes.map(({ box, boxIndex }) => [box.id, boxIndex])).toEqual([
      ['first', 1],
      ['second', 2],
      ['last', 3],
    ]);
  });

  it.each([
    [0, 1, 'Invalid layer index 0 must be between 1 and 2'],
    [3, 1, 'Invalid layer index 3 must be between 1 and 2'],
    [1.5, 1, 'Invalid layer index 1.5 must be between 1 and 2'],
    [1, 0, 'Invalid box index 0 must be between 1 and 2'],
    [2, 3, 'Invalid box index 3 must be between 1 and 2'],
    [undefined, 1, 'Invalid layer or box'],
    [1, undefined, 'Invalid layer or box'],
  ])('has no box %j/%j: %s', (layer, box, message) => {
    expect(findBox(makeBoxes(), layer, box)).toMatchObject({ ok: false, error: { message } });
  });

  it('reports a layer with a missing pattern only for that layer', () => {
    const boxes = makeBoxes({ layerOrder: ['gone', 'pair'] });
    expect(findBox(boxes, 1, 1)).toMatchObject({ error: { message: 'Invalid layer or box' } });
    expect(findBox(boxes, 2, 1)).toMatchObject({ ok: true });
  });
});

describe('The direction of an approach', () => {
  it('avoids every placed box if it is automatic, in any order', () => {
    const base = fc.record({ lengthMM: fc.constant(1200), widthMM: fc.constant(800) });
    const size = fc.record({ width: fc.integer({ min: 90, max: 400 }), depth: fc.integer({ min: 90, max: 400 }) });
    const kind = fc.constantFrom('column', 'interlock', 'pinwheel' as const);
    const orders = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 130, maxLength: 130 });
    fc.assert(
      fc.property(kind, base, size, orders, fc.boolean(), (kind, base, size, orders, automaticSequencing) => {
        const boxList = generateLayer({ kind, base, boxType: size }).map((box, at) => ({ ...box, order: orders[at] }));
        const pattern = { id: 'pair', name: 'Layer', boxTypeID: 'carton', automaticSequencing, boxList };
        const boxes = makeBoxes({ boxTypes: [{ ...carton, ...size }], layerPatterns: [pattern] });
        expect(blockedApproaches(boxes)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('gives a problem if it leads through a placed box', () => {
    const boxList = [
      { id: 'one', x: 600, y: 150, order: 1 },
      { id: 'two', x: 200, y: 150, order: 2, approachDirection: '+x' },
    ];
    const pattern = { id: 'pair', name: 'Row', boxTypeID: 'carton', automaticSequencing: false, boxList };
    expect(blockedApproaches(makeBoxes({ layerPatterns: [pattern], layerOrder: ['pair'] }))).toEqual([
      {
        layerIndex: 1,
        boxIndex: 2,
        message:
          'Box 2 of layer 1 cannot be approached from +x: box 1 is in the way. Choose another direction or order',
      },
    ]);
  });

  it.each([
    ['+x', [100, 0, 20]],
    ['-y', [0, -100, 20]],
    ['-x+y', [-100 * Math.SQRT1_2, 100 * Math.SQRT1_2, 20]],
    ['top', [0, 0, 20]],
  ])('%s begins the approach there', (globalApproachDirection, offset) => {
    const boxes = makeBoxes({
      approachDistanceZMM: 20,
      layerPatterns: [{ ...makeBoxes().layerPatterns[0], globalApproachDirection }],
    });
    const at = (moveType: 'box' | 'approach') => positionAt(boxes, { moveType });
    const [place, approach] = [at('box'), at('approach')];
    expect(approach.map((each, axis) => (each - (place[axis] ?? 0)) * 1000)).toEqual(close(offset));
  });

  it('must be a known one', () => {
    const [pattern] = makeBoxes().layerPatterns;
    const read = (globalApproachDirection: string) =>
      spaceItemSchema.safeParse({ ...makeBoxes(), layerPatterns: [{ ...pattern, globalApproachDirection }] }).success;
    expect(approachDirections.every(read)).toBe(true);
    expect(read('sideways')).toBe(false);
  });
});

function positionAt(boxes: ReturnType<typeof makeBoxes>, query: object = {}) {
  const found = findPalletPosition({
    boxes,
    palletBaseID: 'base',
    base: makeBase(),
    layerIndex: 1,
    boxIndex: 1,
    moveType: 'box',
    ...query,
  });
  if (!found.ok || !found.value.position.pose) throw new Error('No position');
  // In the pallet frame.
  return transformPoint(invertPose(palletFrame(makeBase())), positionOf(found.value.position.pose));
}

describe('The position of a box', () => {
  it('lies above the middle of its top, shifted by the grip offset and rotated with the box', () => {
    const held = { ...carton, offsetX: 50, offsetY: 0, offsetZ: -2 };
    const boxList = [{ id: 'one', x: 200, y: 300, rotation: 90 }];
    const pattern = { id: 'pair', name: 'One', boxTypeID: 'carton', boxList };
    const boxes = makeBoxes({ boxTypes: [held], layerPatterns: [pattern] });
    expect(positionAt(boxes, { layerIndex: 2 })).toEqual(close([0.2, 0.35, 0.398]));
  });

  it('has the tool pointing down', () => {
    const found = findPalletPosition({
      boxes: makeBoxes(),
      palletBaseID: 'base',
      base: makeBase({ cornerYawDegrees: 30 }),
      layerIndex: 1,
      boxIndex: 2,
      moveType: 'box',
    });
    const pose = found.ok ? found.value.position.pose : undefined;
    expect(pose && rotateVec3(pose, [1, 0, 0])).toEqual(close([0, 0, -1]));
  });

  it('can be a custom one for a pallet, layer, box and move', () => {
    const position = { jointAngles: [1, 2, 3, 4, 5, 6], tcpOption: 'ee-2' };
    const place = { palletBaseID: 'base', layerIndex: 1, boxIndex: 2, moveType: 'approach' } as const;
    const boxes = makeBoxes({ customPositions: [{ ...place, position }] });
    const find = (query: object) => {
      const found = findPalletPosition({ boxes, base: makeBase(), ...place, ...query });
      return found.ok && found.value;
    };
    expect(find({})).toEqual({ position, isComputed: false });
    const others = [{ palletBaseID: 'x' }, { layerIndex: 2 }, { boxIndex: 1 }, { moveType: 'box' }];
    for (const other of others) expect(find(other)).toMatchObject({ isComputed: true });
  });

  it('matches the space of its solid', () => {
    const found = findBox(makeBoxes(), 2, 1);
    const solid = found.ok ? solidOf(found.value, makeBase()) : undefined;
    expect(solid?.size).toEqual([0.4, 0.3, 0.2]);
    expect(solid && positionOf(solid.pose)).toEqual(close([0.7, 0.15, -0.106 + 0.3]));
  });
});

describe('The pickup of a box type', () => {
  const pickupPosition = { jointAngles: [1, 2, 3, 4, 5, 6] };

  it('equals the taught position', () => {
    const boxes = makeBoxes({ boxTypes: [{ ...carton, pickupPosition }] });
    expect(findPickupPosition(boxes, 'carton')).toMatchObject({ ok: true, value: { position: pickupPosition } });
  });

  it.each([
    [undefined, 'Box type must be selected when using pickup position'],
    ['gone', 'Box type not found. Choose one of the boxes on this pallet'],
    ['carton', "'Carton' has no pickup position. Teach the pick-up position"],
  ])('fails for %j: %s', (type, message) => {
    expect(findPickupPosition(makeBoxes(), type)).toMatchObject({ ok: false, error: { message } });
  });
});

describe('The check of the boxes on a pallet', () => {
  const [pair] = makeBoxes().layerPatterns;
  const one = { id: 'one', x: 200, y: 150 };
  const problemOf = (fields: object, base: object = {}) =>
    checkSpaceItem(makeBoxes(fields), (id) => (id === 'base' ? makeBase(base) : undefined));

  it.each([
    [
      { boxTypes: [carton, carton] },
      'boxTypes.1.id',
      'The id carton (box type) is used twice. Give each entry its own id',
    ],
    [
      { layerPatterns: [pair, pair] },
      'layerPatterns.1.id',
      'The id pair (layer pattern) is used twice. Give each entry its own id',
    ],
    [
      { layerPatterns: [{ ...pair, boxList: [one, { ...one, x: 800 }] }] },
      'layerPatterns.0.boxList.1.id',
      'The id one (box) is used twice. Give each entry its own id',
    ],
    [
      { layerPatterns: [{ ...pair, boxTypeID: 'gone' }] },
      'layerPatterns.0.boxTypeID',
      "The box type of 'Pair' does not exist. Choose another",
    ],
    [{ layerOrder: ['pair', 'gone'] }, 'layerOrder.1', 'The pattern of layer 2 does not exist. Choose another'],
    [
      { layerPatterns: [{ ...pair, boxList: [one, { ...one, id: 'two', x: 599 }] }] },
      'layerPatterns.0.boxList.1',
      "Boxes 1 and 2 of 'Pair' overlap. Move them apart",
    ],
    [{ palletBaseIDs: ['gone'] }, 'palletBaseIDs.0', 'Pallet base not found'],
  ])('reports %#: %s', (fields, fieldId, message) => {
    expect(problemOf(fields)).toEqual({ fieldId, message });
  });

  it('reports a pallet that is too small', () => {
    expect(problemOf({}, { lengthMM: 799 })).toEqual({
      fieldId: 'palletBaseIDs.0',
      message: 'Pallet base dimensions are too small for selected pallet boxes',
    });
    expect(problemOf({}, { lengthMM: 800 })).toBeUndefined();
  });
});
