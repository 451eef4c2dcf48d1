import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { fakePoseOf } from '../../testing/fake-cell.fixture.ts';
import { type PlayOptions, playback, step } from '../../testing/play.fixture.ts';

const joints = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
/** A quarter turn about z. */
const turned = { ...pose, k: Math.SQRT1_2, w: Math.SQRT1_2 };

/** Plays waypoints and returns their resolved motion. */
async function resolve(waypoints: readonly Readonly<Record<string, unknown>>[], options: PlayOptions = {}) {
  const run = playback(
    [
      step(
        'MoveArmToV2',
        {},
        waypoints.map((args) => step('Waypoint', args)),
      ),
    ],
    options,
  );
  const result = await run.finish();
  expect(result).toEqual({ kind: 'completed' });
  return run.cell.moves.flat();
}

async function targetOf(args: Readonly<Record<string, unknown>>, options: PlayOptions = {}) {
  return (await resolve([args], options)).at(0)?.target;
}

function relative(relativeConfig: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) {
  return { targetKind: 'relative', relativeConfig: { targetKind: 'singlePosition', ...relativeConfig }, ...more };
}

const tray: SpaceItem = {
  id: 'tray',
  name: 'Tray',
  kind: 'freeformPositionList',
  global: false,
  positions: [{ pose }, { pose: turned, tcpOption: 'ee-2' }],
};

const palletItems: SpaceItem[] = [
  { id: 'pallet', name: 'Pallet', kind: 'palletBase' },
  {
    id: 'boxes',
    name: 'Boxes',
    kind: 'palletBoxes',
    palletBaseIDs: ['pallet'],
    approachDistanceZMM: 30,
    boxTypes: [
      {
        id: 'carton',
        name: 'Carton',
        width: 400,
        depth: 300,
        height: 200,
        pickupPosition: { pose, tcpOption: 'ee-1' },
      },
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
  },
].map((item) => spaceItemSchema.parse(item));

describe('A single position', () => {
  it('resolves to its pose in the nearest configuration', async () => {
    expect(await targetOf({ target: { jointAngles: joints, pose } })).toEqual({ pose });
  });

  it('uses exactly its joint angles if they must match', async () => {
    const target = await targetOf({ target: { jointAngles: joints, pose }, shouldMatchJointAngles: true });
    expect(target).toEqual({ jointAngles: joints });
  });

  it('uses its joint angles if it has no pose', async () => {
    expect(await targetOf({ target: { jointAngles: joints } })).toEqual({ jointAngles: joints });
  });
});

describe('A position of a list', () => {
  const second = { targetKind: 'positionList', positionListID: 'tray', positionListIndex: 1 };

  it('has an index from 0 and the tool it was taught with', async () => {
    const [waypoint] = await resolve([second], { spaceItems: [tray] });
    expect(waypoint).toMatchObject({ target: { pose: turned }, tcpOption: 'ee-2' });
  });

  it('uses the tool that the waypoint names', async () => {
    const [waypoint] = await resolve([{ ...second, tcpOption: 'wrist' }], { spaceItems: [tray] });
    expect(waypoint?.tcpOption).toBe('wrist');
  });

  it('can have an index from a loop', async () => {
    const positionListIndex = { kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' };
    const run = playback(
      [
        step('Loop', { times: 2 }, [step('MoveArmToV2', {}, [step('Waypoint', { ...second, positionListIndex })])], {
          id: 'loop',
        }),
      ],
      { spaceItems: [tray] },
    );
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.moves.flat().map(({ target }) => target)).toEqual([{ pose }, { pose: turned }]);
  });
});

describe('A position on a pallet', () => {
  const onPallet = (palletConfig: object, more: object = {}) => ({
    targetKind: 'positionList',
    positionListID: 'boxes',
    palletConfig: { selectedPalletBaseID: 'pallet', ...palletConfig },
    ...more,
  });
  const first = { selectedLayer: 1, selectedBox: 1 };
  /**
   * Points down at the centre of the first box of a 200 mm layer on a Euro pallet half a metre in front of the base.
   */
  const overFirst = { x: 0.7, y: 0.15, z: -0.25 + 0.144 + 0.2, i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 };

  it('lies above its box, in the base frame', async () => {
    const target = await targetOf(onPallet(first), { spaceItems: palletItems });
    expect(target).toEqual({ pose: expectPose(overFirst) });
  });

  it('begins its approach beside the box, on the side of the approach', async () => {
    const target = await targetOf(onPallet({ ...first, moveType: 'approach' }), { spaceItems: palletItems });
    expect(target).toEqual({ pose: expectPose({ ...overFirst, x: 0.8, z: overFirst.z + 0.03 }) });
  });

  it('picks a box at the position and with the tool that its type was taught with', async () => {
    const pickup = onPallet({ moveType: 'pickup', selectedBoxType: 'carton' });
    const [waypoint] = await resolve([pickup], { spaceItems: palletItems });
    expect(waypoint).toMatchObject({ target: { pose }, tcpOption: 'ee-1' });
  });

  it('can have indexes from variables, so that a loop stacks a whole pallet', async () => {
    const index = (variableID: string) => ({ kind: 'variable', variableID });
    const config = { selectedLayer: index('layer'), selectedBox: index('box') };
    const target = await targetOf(onPallet(config), { spaceItems: palletItems, variables: { layer: 2, box: 2 } });
    expect(target).toEqual({ pose: expectPose({ ...overFirst, x: 1.1, z: overFirst.z + 0.2 }) });
  });

  it('can be the start of an offset', async () => {
    const args = { ...onPallet(first), ...relative({ targetKind: 'positionList', offsetZ: 0.1 }) };
    const target = await targetOf(args, { spaceItems: palletItems });
    expect(target).toEqual({ pose: expectPose({ ...overFirst, z: overFirst.z + 0.1 }) });
  });

  it.each([
    [3, 1, 'Invalid layer index 3 must be between 1 and 2'],
    [0, 1, 'Invalid layer index 0 must be between 1 and 2'],
    [1, 3, 'Invalid box index 3 must be between 1 and 2'],
    [1, 1.5, 'Invalid box index 1.5 must be between 1 and 2'],
    ['up', 1, expect.stringContaining('Error in palletConfig.selectedLayer')],
  ])('fails by name for layer %j and box %j', async (layer, box, message) => {
    const index = (variableID: string) => ({ kind: 'variable', variableID });
    const args = onPallet({ selectedLayer: index('layer'), selectedBox: index('box') });
    const run = playback([step('MoveArmToV2', {}, [step('Waypoint', args)])], {
      spaceItems: palletItems,
      variables: { layer, box },
    });
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message });
  });

  it.each([
    [{}, 'Invalid layer or box'],
    [{ ...first, selectedPalletBaseID: 'gone' }, 'Pallet base not found'],
    [{ ...first, selectedPalletBaseID: undefined }, 'Pallet base must be selected when using approach or box position'],
    [{ moveType: 'pickup' }, 'Box type must be selected when using pickup position'],
    [{ moveType: 'pickup', selectedBoxType: 'gone' }, 'Box type not found. Choose one of the boxes on this pallet'],
  ])('fails by name if it is %j', async (config, message) => {
    const run = playback([step('MoveArmToV2', {}, [step('Waypoint', onPallet(config))])], { spaceItems: palletItems });
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message });
  });
});

describe('A position from an expression', () => {
  const where = { targetKind: 'expression', expression: { kind: 'variable', variableID: 'where' } };

  it.each([
    ['joint angles', JSON.stringify(joints), { jointAngles: joints }],
    ['a pose', JSON.stringify({ pose }), { pose }],
    ['the id of a position', 'tray', { pose }],
  ])('accepts %s', async (_name, value, expected) => {
    expect(await targetOf(where, { variables: { where: value }, spaceItems: [tray] })).toEqual(expected);
  });

  it.each(['', '{}', '[1,2,3]', '{"pose":{"x":1}}', 'null', '1e999'])('rejects %j', async (value) => {
    const run = playback([step('MoveArmToV2', {}, [step('Waypoint', where)])], { variables: { where: value } });
    expect(await run.finish()).toMatchObject({ kind: 'failed', message: 'Move arm target is not valid' });
  });
});

describe('A relative waypoint', () => {
  it('shifts along the base, in the unit of the step', async () => {
    const args = relative({ offsetX: 100, offsetZ: -50 }, { target: { pose: turned }, distanceUnit: 'millimeter' });
    expect(await targetOf(args)).toEqual({ pose: expectPose({ ...turned, x: 0.5, z: 0.15 }) });
  });

  it('shifts along the tool', async () => {
    const args = relative({ frame: 'tool', offsetX: 0.1 }, { target: { pose: turned } });
    expect(await targetOf(args)).toEqual({ pose: expectPose({ ...turned, y: 0.1 }) });
  });

  it('shifts along a plane that was taught with three positions', async () => {
    const at = (x: number, y: number) => ({ pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } });
    const plane: SpaceItem = {
      id: 'table',
      name: 'Table',
      kind: 'plane',
      global: false,
      positions: [at(0, 0), at(0, 1), at(-1, 0)],
    };
    const args = relative({ frame: 'table', offsetX: 0.1 }, { target: { pose } });
    expect(await targetOf(args, { spaceItems: [plane] })).toEqual({ pose: expectPose({ ...pose, y: 0.1 }) });
  });

  it('rotates in place about the fixed axes of its frame, x then y then z, in degrees', async () => {
    const args = relative({ offsetRx: 90, offsetRz: 90 }, { target: { pose } });
    expect(await targetOf(args)).toEqual({ pose: expectPose({ ...pose, i: 0.5, j: 0.5, k: 0.5, w: 0.5 }) });
  });

  it("starts from the waypoint before it, or from the arm's current position", async () => {
    const up = { targetKind: 'relative', relativeConfig: { offsetZ: 0.1 } };
    const waypoints = await resolve([up, up, { target: { jointAngles: joints } }, up]);
    const here = fakePoseOf([0, 0, 0]);
    const there = fakePoseOf(joints);
    expect(waypoints.map(({ target }) => target)).toEqual([
      { pose: expectPose({ ...here, z: 0.1 }) },
      { pose: expectPose({ ...here, z: 0.2 }) },
      { jointAngles: joints },
      { pose: expectPose({ ...there, z: 0.4 }) },
    ]);
    expect(waypoints.map(({ isOffset }) => isOffset)).toEqual([true, true, false, true]);
  });

  it('evaluates expressions for its offsets, in the unit of the step', async () => {
    const args = relative(
      { offsetY: { kind: 'variable', variableID: 'gap' } },
      { target: { pose }, distanceUnit: 'inch' },
    );
    expect(await targetOf(args, { variables: { gap: 39.37 } })).toEqual({ pose: expectPose({ ...pose, y: 1 }) });
  });
});

describe('A waypoint that cannot be played yet', () => {
  it('fails if it must match the position of a dynamic base', () => {
    const args = { target: { pose }, shouldMatchDynamicBasePosition: true };
    const { engine } = playback([step('MoveArmToV2', {}, [step('Waypoint', args)])]);
    expect(engine.checkStart(undefined)).toMatchObject({
      kind: 'refused',
      message: 'Step 1.1: this build cannot match the position of a dynamic base',
    });
  });

  it('cannot play on its own: only a move plays waypoints', async () => {
    const run = playback([step('Waypoint', { target: { pose } })]);
    expect(await run.finish()).toMatchObject({
      failure: 'StepPlayFailure',
      message: 'Waypoint steps may only be used inside a Move Arm or Weld step',
    });
  });
});

function expectPose(expected: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value, 9)]));
}
