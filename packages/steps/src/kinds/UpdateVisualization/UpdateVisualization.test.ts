import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { type PlayOptions, playback, step } from '../../testing/play.fixture.ts';
import { updateVisualizationContract } from './contract.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 };
const pair = {
  id: 'pair',
  name: 'Pair',
  boxTypeID: 'carton',
  boxList: [
    { id: 'one', x: 200, y: 150 },
    { id: 'two', x: 600, y: 150 },
  ],
};
const spaceItems: SpaceItem[] = [
  { id: 'left', name: 'Left', kind: 'palletBase' },
  { id: 'right', name: 'Right', kind: 'palletBase', cornerYMM: 1000 },
  { id: 'tray', name: 'Tray', kind: 'freeformPositionList', positions: [{ pose, name: 'A' }, { pose }] },
  {
    id: 'boxes',
    name: 'Boxes',
    kind: 'palletBoxes',
    palletBaseIDs: ['left', 'right'],
    boxTypes: [
      { id: 'carton', name: 'Carton', width: 400, depth: 300, height: 200, pickupPosition: { pose } },
      { id: 'tin', name: 'Tin', width: 100, depth: 100, height: 100 },
    ],
    layerPatterns: [pair, { ...pair, id: 'tins', name: 'Tins', boxTypeID: 'tin' }],
    layerOrder: ['pair', 'tins'],
  },
].map((item) => spaceItemSchema.parse(item));

async function changesOf(args: object, options: PlayOptions = {}) {
  const run = playback([step('UpdateVisualization', { targetSpaceItemId: 'boxes', ...args })], {
    spaceItems,
    ...options,
  });
  expect(await run.finish()).toEqual({ kind: 'completed' });
  return run.cell.visualizations;
}

async function placesOf(palletizing: object) {
  const [change] = await changesOf({ palletizing });
  const things = change?.action === 'show' ? change.things : [];
  return things.map((thing) =>
    thing.kind === 'box' ? `${thing.palletBaseID} ${thing.layerIndex}.${thing.boxIndex}` : thing.kind,
  );
}

describe('UpdateVisualization', () => {
  it.each([
    [{ palletBaseID: 'left' }, ['left 1.1', 'left 1.2', 'left 2.1', 'left 2.2']],
    [{ palletBaseID: 'left', boxTypeID: 'tin' }, ['left 2.1', 'left 2.2']],
    [{ scope: 'allBoxesInLayer', layerIndex: 2, palletBaseID: 'right' }, ['right 2.1', 'right 2.2']],
    [{ scope: 'specificBox', layerIndex: 1, boxIndex: 2 }, ['left 1.2', 'right 1.2']],
  ])('shows the boxes of %j', async (palletizing, places) => {
    expect(await placesOf(palletizing)).toEqual(places);
  });

  it('shows a box at its place on the pallet, in the world', async () => {
    const palletizing = { scope: 'specificBox', layerIndex: 1, boxIndex: 1, palletBaseID: 'left', labels: true };
    expect(await changesOf({ palletizing })).toEqual([
      {
        action: 'show',
        things: [
          {
            kind: 'box',
            spaceItemID: 'boxes',
            palletBaseID: 'left',
            layerIndex: 1,
            boxIndex: 1,
            boxTypeID: 'carton',
            opacity: 1,
            label: '1.1',
            pose: expect.objectContaining({ x: expect.closeTo(0.7, 9), z: expect.closeTo(-0.25 + 0.144 + 0.1, 9) }),
            size: [0.4, 0.3, 0.2],
          },
        ],
      },
    ]);
  });

  it('evaluates indexes from variables', async () => {
    const index = (variableID: string) => ({ kind: 'variable', variableID });
    const palletizing = { scope: 'specificBox', layerIndex: index('layer'), boxIndex: index('box') };
    const [change] = await changesOf({ action: 'hide', palletizing }, { variables: { layer: 2, box: 1 } });
    expect(change).toMatchObject({ action: 'hide', match: { layerIndex: 2, boxIndex: 1 } });
  });

  it('hides what is configured, whatever the current pattern is', async () => {
    expect(await changesOf({ action: 'hide', palletizing: { palletBaseID: 'left' } })).toEqual([
      { action: 'hide', match: { kind: 'box', spaceItemID: 'boxes', palletBaseID: 'left' } },
    ]);
  });

  it('shows the positions of a list, or one of them', async () => {
    const of = (positionList: object) => changesOf({ targetSpaceItemId: 'tray', positionList });
    const shown = { kind: 'position', spaceItemID: 'tray', opacity: 1, label: null, pose: closeTo(pose) };
    expect(await of({})).toEqual([
      {
        action: 'show',
        things: [
          { ...shown, positionIndex: 0 },
          { ...shown, positionIndex: 1 },
        ],
      },
    ]);
    expect(await of({ positionScope: 'specificPosition', positionIndex: 1 })).toEqual([
      { action: 'show', things: [{ ...shown, positionIndex: 1 }] },
    ]);
  });

  it('shows the workpiece in the tool, hanging under it', async () => {
    const [change] = await changesOf({ targetKind: 'workpiece' });
    expect(change).toMatchObject({
      things: [
        {
          kind: 'workpiece',
          visualizationType: 'tooltip',
          boxTypeID: 'carton',
          pose: { x: expect.closeTo(0.1, 9), y: expect.closeTo(0, 9), z: expect.closeTo(0, 9) },
          size: [0.4, 0.3, 0.2],
        },
      ],
    });
  });

  it('shows the workpiece at its pick position', async () => {
    const [change] = await changesOf({ targetKind: 'workpiece', workpiece: { visualizationType: 'pickup' } });
    expect(change).toMatchObject({
      things: [{ visualizationType: 'pickup', pose: { x: expect.closeTo(0.4, 9), z: expect.closeTo(0.1, 9) } }],
    });
  });

  it.each([
    [{ scope: 'allBoxesInLayer', layerIndex: 3 }, 'Invalid layer index 3 must be between 1 and 2'],
    [{ scope: 'specificBox', layerIndex: 1, boxIndex: 9 }, 'Invalid box index 9 must be between 1 and 2'],
    [{ palletBaseID: 'tray' }, 'Pallet base not found'],
  ])('fails by name for %j', async (palletizing, message) => {
    const run = playback([step('UpdateVisualization', { targetSpaceItemId: 'boxes', palletizing })], { spaceItems });
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message });
  });

  it('needs the palletizing flag', () => {
    expect(updateVisualizationContract.offeredWith).toBe('palletizing');
  });
});

function closeTo(numbers: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, expect.closeTo(value, 9)]));
}
