import { spaceItemSchema } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { near, startIdle } from '../testing/moving-cell.fixture.ts';

const pallet = spaceItemSchema.parse({ id: 'pallet', name: 'Pallet', kind: 'palletBase' });
const boxes = spaceItemSchema.parse({
  id: 'boxes',
  name: 'Boxes',
  kind: 'palletBoxes',
  palletBaseIDs: ['pallet'],
  boxTypes: [
    { id: 'carton', name: 'Carton', width: 400, depth: 300, height: 200, pickupPosition: { jointAngles: near } },
    { id: 'tin', name: 'Tin', width: 100, depth: 100, height: 100 },
  ],
  layerPatterns: [
    {
      id: 'pair',
      name: 'Pair',
      boxTypeID: 'carton',
      globalApproachDirection: '+x',
      boxList: [
        { id: 'one', x: 200, y: 150 },
        { id: 'two', x: 600, y: 150 },
      ],
    },
  ],
  layerOrder: ['pair', 'pair'],
});
const first = { palletBoxesID: 'boxes', palletBaseID: 'pallet', layerIndex: 1, boxIndex: 1, isHeld: false };

async function startWithPallet() {
  const cell = await startIdle();
  for (const item of [pallet, boxes]) cell.library.spaceItems.set(item.id, item);
  return cell;
}

describe('moveToBoxingPosition', () => {
  it.each([
    ['box', 0.7],
    ['approach', 0.8],
  ])('moves to the %s position of a box that is stored in the cell', async (moveType, x) => {
    const cell = await startWithPallet();
    await cell.ask('moveToBoxingPosition', { ...first, moveType, motionKind: 'line' });
    expect(cell.planner.requests.at(-1)?.targets).toMatchObject([
      { target: { pose: { x: expect.closeTo(x, 9), y: expect.closeTo(0.15, 9) } }, motionKind: 'line' },
    ]);
  });

  it('moves to the pickup position of a box type', async () => {
    const cell = await startWithPallet();
    const pickup = { palletBoxesID: 'boxes', moveType: 'pickup', boxTypeID: 'carton', isHeld: false };
    expect(await cell.ask('moveToBoxingPosition', pickup)).toMatchObject({ ok: true, result: { result: 'Success' } });
    expect(cell.robot.state.positions).toEqual(near);
  });

  it('counts as a manual motion: held by default, and slow', async () => {
    const cell = await startWithPallet();
    const pickup = { palletBoxesID: 'boxes', moveType: 'pickup', boxTypeID: 'carton', isHeld: true, commandID: 'c1' };
    const moving = cell.send('moveToBoxingPosition', pickup);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({ result: { result: 'Interrupted' } });
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
  });

  it('follows the anchor of a pallet', async () => {
    const cell = await startWithPallet();
    const still = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
    const cart = { id: 'cart', name: 'Cart', kind: 'environmentObject', pose: { ...still, y: 0.5 } };
    cell.library.spaceItems.set('cart', spaceItemSchema.parse(cart));
    cell.library.spaceItems.set('pallet', { ...pallet, anchoredToID: 'cart', anchorPose: still });
    await cell.ask('moveToBoxingPosition', first);
    expect(cell.planner.requests.at(-1)?.targets).toMatchObject([{ target: { pose: { y: expect.closeTo(0.65, 9) } } }]);
  });

  it.each([
    [{ palletBoxesID: 'pallet' }, 'Choose a valid space item'],
    [{ palletBaseID: undefined }, 'Pallet base must be selected when using approach or box position'],
    [{ palletBaseID: 'boxes' }, 'Pallet base not found'],
    [{ layerIndex: undefined }, 'Invalid layer or box'],
    [{ boxIndex: undefined }, 'Invalid layer or box'],
    [{ layerIndex: 3 }, 'Invalid layer index 3 must be between 1 and 2'],
    [{ boxIndex: 0 }, 'Invalid box index 0 must be between 1 and 2'],
    [{ moveType: 'pickup' }, 'Box type must be selected when using pickup position'],
    [{ moveType: 'pickup', boxTypeID: 'gone' }, 'Box type not found. Choose one of the boxes on this pallet'],
    [{ moveType: 'pickup', boxTypeID: 'tin' }, "'Tin' has no pickup position. Teach the pick-up position"],
  ])('fails with %j', async (changes, message) => {
    const cell = await startWithPallet();
    expect(await cell.ask('moveToBoxingPosition', { ...first, ...changes })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message },
    });
    expect(cell.planner.requests).toEqual([]);
  });
});
