import { describe, expect, it } from 'vitest';
import { changeScene, changeSceneBoxes, emptyScene, placeObjects, type ShownThing, shownBoxesIn } from './index.ts';

const pose = { x: 0.5, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const box = (layerIndex: number, boxIndex: number): Extract<ShownThing, { kind: 'box' }> => ({
  kind: 'box',
  spaceItemID: 'boxes',
  palletBaseID: 'pallet',
  layerIndex,
  boxIndex,
  boxTypeID: 'carton',
  opacity: 1,
  label: null,
  pose,
  size: [0.4, 0.3, 0.2],
});
const nameOf = ({ layerIndex }: { readonly layerIndex: number }) => `layer ${layerIndex}`;
const match = { kind: 'box', spaceItemID: 'boxes' } as const;

function show(scene: ReturnType<typeof emptyScene>, ...things: readonly ShownThing[]) {
  const shown = changeSceneBoxes(scene, { action: 'show', things }, nameOf);
  if (!shown.ok) throw new Error(shown.error.message);
  return shown.value;
}

function hide(scene: ReturnType<typeof emptyScene>, more: object = {}) {
  const hidden = changeSceneBoxes(scene, { action: 'hide', match: { ...match, ...more } }, nameOf);
  if (!hidden.ok) throw new Error(hidden.error.message);
  return hidden.value;
}

describe('Boxes on pallets in a planning scene', () => {
  const stacked = show(emptyScene('simulated'), box(1, 1), box(1, 2), box(2, 1));

  it('get a distinct name each, in one revision', () => {
    expect(stacked.revision).toBe(1);
    expect(stacked.obstacles.map(({ name }) => name)).toEqual(['layer 1', 'layer 1 (2)', 'layer 2']);
    expect(shownBoxesIn(stacked.obstacles)).toEqual([box(1, 1), box(1, 2), box(2, 1)]);
  });

  it('appear once, however often they are shown', () => {
    const again = show(stacked, { ...box(1, 1), label: 'again' });
    expect(shownBoxesIn(again.obstacles)).toHaveLength(3);
  });

  it('disappear when a change matches their fields', () => {
    const left = (more: object) =>
      shownBoxesIn(hide(stacked, more).obstacles).map((each) => [each.layerIndex, each.boxIndex]);
    expect(left({ layerIndex: 1, boxIndex: 2 })).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(left({ layerIndex: 1 })).toEqual([[2, 1]]);
    expect(left({})).toEqual([]);
  });

  it('leave the scene and its revision unchanged if a change concerns none', () => {
    expect(hide(stacked, { palletBaseID: 'other' })).toBe(stacked);
    expect(
      show(stacked, { kind: 'position', spaceItemID: 'tray', opacity: 1, label: null, positionIndex: 0, pose }),
    ).toBe(stacked);
  });

  it('remain when the objects of the cell are read again, and when a program clears its own', () => {
    const placed = placeObjects(stacked, []);
    expect(placed.ok && placed.value).toBe(stacked);
    const cleared = changeScene(stacked, { kind: 'clearObstacles' });
    expect(cleared.ok && shownBoxesIn(cleared.value.obstacles)).toHaveLength(3);
  });

  it('cannot be moved or removed by programs', () => {
    expect(changeScene(stacked, { kind: 'removeObstacle', name: 'layer 2' })).toMatchObject({
      ok: false,
      error: {
        reason: 'isObject',
        message: "'layer 2' is a box on a pallet. Hide it with an Update visualization step",
      },
    });
  });

  it('cannot exceed the number of obstacles in a scene', () => {
    const many = Array.from({ length: 1001 }, (_, index) => box(1, index + 1));
    expect(changeSceneBoxes(emptyScene('live'), { action: 'show', things: many }, nameOf)).toMatchObject({
      ok: false,
      error: { reason: 'tooLarge' },
    });
  });
});
