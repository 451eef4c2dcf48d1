import { palletMessages } from '@cellwright/domain/messages';
import {
  changeScene,
  changeSceneBoxes,
  checkSpaceItem,
  emptyScene,
  type Obstacle,
  type ShownThing,
  spaceItemSchema,
} from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { farPallet, leftBehind, onPallet, palletItems } from '../testing/pallet-mistakes.fixture.ts';
import { among, fileOf, type PlannedStep, through } from '../testing/planted-steps.fixture.ts';
import { compileFile, type ProofWishes, proveHere } from '../testing/proof.fixture.ts';

interface Scenario {
  /** The message, with the parts that vary. */
  readonly says: string;
  /** All given answers. */
  readonly provoke: () => Promise<readonly string[]> | readonly string[];
}

/** A routine is checked, compiled and, where nothing forbids it, played. */
function proved(step: PlannedStep, space: readonly object[] = palletItems(), facts: ProofWishes['facts'] = {}) {
  return async () => {
    const { findings } = await proveHere(compileFile(fileOf({ steps: [step], space })), { facts });
    return findings.map(({ message }) => message);
  };
}

const { palletConfig } = onPallet(1);
const goTo = (changes: object, space?: readonly object[]) =>
  proved(through({ ...onPallet(1), palletConfig: { ...palletConfig, ...changes } }), space);
const update = (args: object, space?: readonly object[], facts?: ProofWishes['facts']) =>
  proved({ kind: 'UpdateVisualization', args }, space, facts);
const showBoxes = (palletizing: object) => update({ targetSpaceItemId: 'boxes', palletizing });

/** The boxes of a pallet, first as parsed and then checked against the cell. */
function saved(changes: object) {
  return () => {
    const [pallet, boxes] = palletItems({}, changes);
    const read = spaceItemSchema.safeParse(boxes);
    if (!read.success) return read.error.issues.map(({ message }) => message);
    const problem = checkSpaceItem(read.data, (id) => (id === 'pallet' ? spaceItemSchema.parse(pallet) : undefined));
    return problem ? [problem.message] : [];
  };
}

const carton = { id: 'carton', name: 'Carton', width: 100, depth: 100, height: 60 };
const one = { id: 'one', x: 50, y: 50 };
const pair = { id: 'pair', name: 'Pair', boxTypeID: 'carton', boxList: [one, { ...one, id: 'two', x: 150 }] };
const list = { id: 'list', name: 'List', kind: 'freeformPositionList', positions: [{}] };
/** More than a thousand boxes, each a centimetre wide. */
const many = {
  boxTypes: [{ ...carton, width: 10, depth: 10, height: 10 }],
  layerPatterns: [
    {
      ...pair,
      automaticSequencing: false,
      boxList: Array.from({ length: 400 }, (_, index) => ({
        id: `box-${index}`,
        x: 5 + (index % 20) * 10,
        y: 5 + Math.floor(index / 20) * 10,
      })),
    },
  ],
  layerOrder: ['pair', 'pair', 'pair'],
};
const farAway = Array.from({ length: 1000 }, (_, index): Obstacle => {
  const pose = { x: 100, y: index - 500, z: 0, i: 0, j: 0, k: 0, w: 1 };
  return { name: `post ${index}`, shape: { kind: 'sphere', radius: 0.1 }, pose };
});

function removeStandingBox(): readonly string[] {
  const pose = { x: 0.5, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
  const where = { spaceItemID: 'boxes', palletBaseID: 'pallet', boxTypeID: 'carton', layerIndex: 1, boxIndex: 1 };
  const box: ShownThing = { kind: 'box', ...where, opacity: 1, label: null, pose, size: [0.1, 0.1, 0.06] };
  const shown = changeSceneBoxes(emptyScene('simulated'), { action: 'show', things: [box] }, () => 'box 1.1');
  const changed = shown.ok ? changeScene(shown.value, { kind: 'removeObstacle', name: 'box 1.1' }) : shown;
  return changed.ok ? [] : [changed.error.message];
}

/**
 * Every message of the pallets is in this table, otherwise it does not compile. Each is caused by a mistake of an
 * author.
 */
const scenarios: Readonly<Record<keyof typeof palletMessages, Scenario>> = {
  palletBaseMustBeSelected: {
    says: palletMessages.palletBaseMustBeSelected,
    provoke: goTo({ selectedPalletBaseID: undefined }),
  },
  palletBaseNotFound: { says: palletMessages.palletBaseNotFound, provoke: goTo({ selectedPalletBaseID: 'gone' }) },
  palletBaseTooSmall: { says: palletMessages.palletBaseTooSmall, provoke: goTo({}, palletItems({ lengthMM: 190 })) },
  invalidLayerOrBox: { says: palletMessages.invalidLayerOrBox, provoke: goTo({ selectedLayer: undefined }) },
  invalidLayerIndex: {
    says: palletMessages.invalidLayerIndex(2, 1),
    provoke: goTo({ selectedLayer: { kind: 'constant', value: 2 } }),
  },
  invalidBoxIndex: { says: palletMessages.invalidBoxIndex(3, 2), provoke: goTo({ selectedBox: 3 }) },
  boxTypeMustBeSelected: { says: palletMessages.boxTypeMustBeSelected, provoke: goTo({ moveType: 'pickup' }) },
  boxTypeNotFound: {
    says: palletMessages.boxTypeNotFound,
    provoke: goTo({ moveType: 'pickup', selectedBoxType: 'gone' }),
  },
  pickupPositionNotTaught: {
    says: palletMessages.pickupPositionNotTaught('Carton'),
    provoke: goTo({ moveType: 'pickup', selectedBoxType: 'carton' }),
  },
  palletApproachBlocked: {
    says: palletMessages.palletApproachBlocked({ layerIndex: 1, boxIndex: 2, direction: '-x', first: 1 }),
    provoke: goTo(
      { moveType: 'approach' },
      palletItems(
        {},
        {
          layerPatterns: [{ ...pair, automaticSequencing: false, globalApproachDirection: '-x' }],
          approachDistanceZMM: 0,
        },
      ),
    ),
  },
  targetSpaceItemRequired: { says: palletMessages.targetSpaceItemRequired, provoke: update({}) },
  targetSpaceItemNotFound: {
    says: palletMessages.targetSpaceItemNotFound,
    provoke: update({ targetSpaceItemId: 'gone' }),
  },
  layerIndexRequired: { says: palletMessages.layerIndexRequired, provoke: showBoxes({ scope: 'allBoxesInLayer' }) },
  boxIndexRequired: {
    says: palletMessages.boxIndexRequired,
    provoke: showBoxes({ scope: 'specificBox', layerIndex: 1 }),
  },
  positionIndexRequired: {
    says: palletMessages.positionIndexRequired,
    provoke: update({ targetSpaceItemId: 'list', positionList: { positionScope: 'specificPosition' } }, [list]),
  },
  updatingVisualizationFailed: {
    says: `${palletMessages.updatingVisualizationFailed}: `,
    provoke: update({ targetSpaceItemId: 'boxes' }, palletItems({}, many)),
  },
  tooManyShown: {
    says: palletMessages.tooManyShown(1000),
    provoke: update({ targetSpaceItemId: 'boxes' }, palletItems({}, many)),
  },
  sceneHasTooManyBoxes: {
    says: palletMessages.sceneHasTooManyBoxes(1000),
    provoke: update({ targetSpaceItemId: 'boxes' }, palletItems(), {
      scene: { ...emptyScene('simulated'), revision: 1, obstacles: farAway },
    }),
  },
  boxIsChangedBySteps: { says: palletMessages.boxIsChangedBySteps('box 1.1'), provoke: removeStandingBox },
  boxOutOfReach: {
    says: palletMessages.boxOutOfReach({ layerIndex: 1, boxIndex: 2 }, false),
    provoke: goTo({}, farPallet),
  },
  boxCannotBePlaced: {
    says: palletMessages.boxCannotBePlaced({ layerIndex: 1, boxIndex: 2 }, 'Motion planning unsuccessful'),
    provoke: proved(through(onPallet(1)), palletItems(), among(leftBehind).facts),
  },
  palletDuplicateID: {
    says: palletMessages.palletDuplicateID('box type', 'carton'),
    provoke: saved({ boxTypes: [carton, carton] }),
  },
  palletUnknownBoxType: {
    says: palletMessages.palletUnknownBoxType('Pair'),
    provoke: saved({ layerPatterns: [{ ...pair, boxTypeID: 'gone' }] }),
  },
  palletUnknownPattern: {
    says: palletMessages.palletUnknownPattern(2),
    provoke: saved({ layerOrder: ['pair', 'gone'] }),
  },
  palletBoxesOverlap: {
    says: palletMessages.palletBoxesOverlap('Pair', 1, 2),
    provoke: saved({ layerPatterns: [{ ...pair, boxList: [one, { ...one, id: 'two', x: 149 }] }] }),
  },
  palletMeasureNotPositive: {
    says: palletMessages.palletMeasureNotPositive('width'),
    provoke: saved({ boxTypes: [{ ...carton, width: 0 }] }),
  },
  palletMeasureTooLarge: {
    says: palletMessages.palletMeasureTooLarge('approach distance', 10_000),
    provoke: saved({ approachDistanceXYMM: 10_001 }),
  },
  palletMeasureNegative: {
    says: palletMessages.palletMeasureNegative('separator height'),
    provoke: saved({ layerPatterns: [{ ...pair, separatorHeightMM: -1 }] }),
  },
  boxWeightTooLarge: {
    says: palletMessages.boxWeightTooLarge(1000),
    provoke: saved({ boxTypes: [{ ...carton, weight: 1001 }] }),
  },
  boxTurnedOtherwise: {
    says: palletMessages.boxTurnedOtherwise,
    provoke: saved({ layerPatterns: [{ ...pair, boxList: [{ ...one, rotation: 45 }] }] }),
  },
  layerHasTooManyBoxes: {
    says: palletMessages.layerHasTooManyBoxes(400),
    provoke: saved({
      layerPatterns: [{ ...pair, boxList: Array.from({ length: 401 }, (_, index) => ({ ...one, id: `${index}` })) }],
    }),
  },
};

describe('every message of the pallets', () => {
  it.each(Object.keys(palletMessages))('%s has a case that causes it', { timeout: 60_000 }, async (name) => {
    const scenario = new Map(Object.entries(scenarios)).get(name);
    expect(scenario, 'it needs a scenario').toBeDefined();
    const answers = (await scenario?.provoke()) ?? [];
    expect(answers).toContainEqual(expect.stringContaining(scenario?.says ?? ''));
  });

  it('needs a reason', async () => {
    // The gripper is wider than a box, and holds this one above its top.
    const held = palletItems({}, { boxTypes: [{ ...carton, offsetZ: 20 }] });
    expect(await goTo({}, held)()).toEqual([]);
    expect(saved({})()).toEqual([]);
    expect(await update({ targetSpaceItemId: 'boxes' })()).toEqual([]);
  });

  it('differs from all others', () => {
    const said = Object.values(scenarios).map(({ says }) => says);
    expect(new Set(said).size).toBe(said.length);
  });
});
