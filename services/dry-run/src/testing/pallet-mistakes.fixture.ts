/** For tests: mistakes with pallets. */

import { among, boxAt, constant, type Mistake, through } from './planted-steps.fixture.ts';

/** The layer pattern of two boxes, side by side. */
export const pairPattern = {
  id: 'pair',
  name: 'Pair',
  boxTypeID: 'carton',
  boxList: [
    { id: 'one', x: 50, y: 50 },
    { id: 'two', x: 150, y: 50 },
  ],
};
export const carton = { id: 'carton', name: 'Carton', width: 100, depth: 100, height: 60 };

/** A pallet before the arm with two boxes on it, side by side. */
export function palletItems(base: object = {}, boxes: object = {}): object[] {
  const size = { lengthMM: 400, widthMM: 300, cornerXMM: 450, cornerYMM: 100 };
  return [
    { id: 'pallet', name: 'Pallet', kind: 'palletBase', ...size, ...base },
    {
      id: 'boxes',
      name: 'Boxes',
      kind: 'palletBoxes',
      palletBaseIDs: ['pallet'],
      approachDistanceZMM: 50,
      boxTypes: [{ ...carton, offsetZ: -5 }],
      layerPatterns: [pairPattern],
      layerOrder: ['pair'],
      ...boxes,
    },
  ];
}

/** The second box of the pair, at an unreachable place. */
export const farPallet = palletItems(
  { lengthMM: 1500 },
  {
    layerPatterns: [
      {
        ...pairPattern,
        boxList: [
          { id: 'one', x: 50, y: 50 },
          { id: 'two', x: 1400, y: 50 },
        ],
      },
    ],
  },
);
/** A small obstacle at the place of the second box of the pair. */
export const leftBehind = boxAt(0.6, 0.15, -0.076, [0.04, 0.04, 0.04]);

export const onPallet = (selectedBox: number, moveType: 'box' | 'approach' = 'box') => ({
  targetKind: 'positionList',
  positionListID: 'boxes',
  palletConfig: { selectedPalletBaseID: 'pallet', selectedLayer: 1, selectedBox, moveType },
});

export const palletMistakes: readonly Mistake[] = [
  {
    name: 'a box that the arm does not reach',
    space: palletItems({ cornerXMM: 1300 }),
    steps: [through(onPallet(1))],
    expected: {
      kind: 'unreachableTarget',
      severity: 'error',
      path: '1.1',
      message: /^No joint angles reach this target/,
    },
  },
  {
    name: 'a box that is put down where one stands',
    space: palletItems(),
    steps: [
      through(onPallet(1, 'approach'), { ...onPallet(1), motionKind: 'line' }),
      through({ targetKind: 'relative', motionKind: 'line', relativeConfig: { offsetZ: 0.2 } }),
      {
        kind: 'UpdateVisualization',
        args: {
          targetSpaceItemId: 'boxes',
          palletizing: { scope: 'specificBox', palletBaseID: 'pallet', layerIndex: 1, boxIndex: 1 },
        },
      },
      through({ ...onPallet(1), motionKind: 'line' }),
    ],
    expected: { kind: 'collision', severity: 'error', path: '4.1', message: /'box 1\.1 on Pallet'/ },
  },
  {
    name: 'a pallet that is too small for its boxes',
    space: palletItems({ lengthMM: 190 }),
    steps: [through(onPallet(1))],
    expected: {
      kind: 'invalid',
      severity: 'error',
      path: '1.1',
      message: /Pallet base dimensions are too small for selected pallet boxes$/,
    },
  },
  {
    name: 'a box out of reach that the routine does not come to',
    space: farPallet,
    steps: [through(onPallet(1))],
    expected: {
      kind: 'boxOutOfReach',
      severity: 'warning',
      path: '1.1',
      message:
        /^1 of the 2 boxes on 'Pallet' is out of reach\. Box 2 of layer 1 is out of reach: no joint angles reach/,
    },
  },
  {
    name: 'a box that the routine does not come to, where something stands',
    space: palletItems(),
    steps: [through(onPallet(1))],
    ...among(leftBehind),
    expected: {
      kind: 'boxCannotBePlaced',
      severity: 'warning',
      path: '1.1',
      message:
        /^1 of the 2 boxes on 'Pallet' is not free to be placed\. Box 2 of layer 1 cannot be placed\. .*'fixture'/,
    },
  },
  {
    name: 'a layer that the pallet does not have',
    space: palletItems(),
    steps: [through({ ...onPallet(1), palletConfig: { ...onPallet(1).palletConfig, selectedLayer: constant(2) } })],
    expected: {
      kind: 'stepFailed',
      severity: 'error',
      path: '1.1',
      message: /Invalid layer index 2 must be between 1 and 1/,
    },
  },
];
