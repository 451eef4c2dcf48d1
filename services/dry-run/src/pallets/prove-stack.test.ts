import { defaultArm, readyJoints } from '@cellwright/arm';
import {
  emptyScene,
  type Obstacle,
  type PlanningScene,
  resolveSpaceItems,
  spaceItemSchema,
} from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { carton, leftBehind, pairPattern, palletItems } from '../testing/pallet-mistakes.fixture.ts';
import { gripperRecord, usualFacts } from '../testing/proof.fixture.ts';
import { answerStack } from './answer-stack.ts';
import { createStackProver, type StackParts, type WantedStack } from './prove-stack.ts';

const weighed = { ...carton, weight: 0.5 };
/** Held so that the wider gripper stays above neighbouring boxes. */
const held = { ...weighed, offsetZ: 20 };
const parts: StackParts = { arm: defaultArm, facts: usualFacts, equipment: [gripperRecord], measure: () => 0 };
const scene = (changes: Partial<PlanningScene>) => ({
  facts: { ...usualFacts, scene: { ...emptyScene('simulated'), ...changes } },
});

interface Wishes {
  readonly base?: object;
  readonly boxes?: object;
  readonly parts?: Partial<StackParts>;
  readonly wanted?: Partial<WantedStack>;
}

async function prove({ base, boxes, parts: changed, wanted }: Wishes = {}) {
  const items = resolveSpaceItems(
    palletItems(base, { boxTypes: [held], ...boxes }).map((item) => spaceItemSchema.parse(item)),
  );
  const found = items.find((item) => item.kind === 'palletBoxes');
  if (found?.kind !== 'palletBoxes') throw new Error('No boxes');
  const prover = await createStackProver({ ...parts, ...changed });
  const [report] = await prover.prove({
    boxes: found,
    palletBaseIDs: found.palletBaseIDs,
    find: (id) => items.find((item) => item.id === id),
    tcpOption: 'auto',
    isApproached: true,
    isKnown: () => false,
    until: 1,
    ...wanted,
  });
  return report;
}
const problemsOf = async (wishes: Wishes) => (await prove(wishes))?.problems;

describe('a stack', () => {
  it('reports problems box by box, layer by layer', async () => {
    expect(await prove({ boxes: { layerOrder: ['pair', 'pair', 'pair'] } })).toEqual({
      palletBaseID: 'pallet',
      name: 'Pallet',
      boxCount: 6,
      judgedCount: 6,
      problems: [],
    });
  });

  it('reports the first layer out of reach', async () => {
    const problems = await problemsOf({ boxes: { layerOrder: Array.from({ length: 30 }, () => 'pair') } });
    const layers = problems?.map(({ kind, layerIndex }) => [kind, layerIndex]) ?? [];
    expect(layers.length).toBeGreaterThan(0);
    expect(layers[0]?.[0]).toBe('outOfReach');
    expect(layers[0]?.[1]).toBeGreaterThan(10);
  });

  it.each([
    [{ base: { lengthMM: 199 } }, 'invalid', null, 'Pallet base dimensions are too small for selected pallet boxes'],
    [{ wanted: { palletBaseIDs: ['gone'] } }, 'invalid', null, 'Pallet base not found'],
    [
      { parts: scene({ obstacles: [leftBehind] }) },
      'cannotBePlaced',
      2,
      /^Box 2 of layer 1 cannot be placed\. .*the tool would touch 'fixture'/,
    ],
    [
      { boxes: { boxTypes: [weighed] } },
      'cannotBePlaced',
      2,
      /^Box 2 of layer 1 cannot be placed\. .*the tool would touch 'box 1\.1 on Pallet'/,
    ],
    [
      {
        boxes: {
          layerPatterns: [{ ...pairPattern, automaticSequencing: false, globalApproachDirection: '-x' }],
          approachDistanceZMM: 0,
        },
      },
      'approachBlocked',
      2,
      /^Box 2 of layer 1 cannot be approached from -x/,
    ],
    [{ wanted: { tcpOption: 'ee-2' } }, 'cannotBePlaced', 1, "The TCP 'ee-2' is not available on this cell"],
  ])('%# reports the problem', async (wishes, kind, boxIndex, message) => {
    expect(await problemsOf(wishes)).toContainEqual(
      expect.objectContaining({
        kind,
        boxIndex,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    );
  });

  it('needs a check with the box in the tool: the gripper alone would pass', async () => {
    // Beside the first box, over the pallet, where only the box reaches.
    const post: Obstacle = {
      name: 'post',
      shape: { kind: 'box', size: [0.01, 0.01, 0.05] },
      pose: { x: 0.5, y: 0.224, z: -0.081, i: 0, j: 0, k: 0, w: 1 },
    };
    const wide = { ...held, depth: 130 };
    const one = { ...pairPattern, globalApproachDirection: 'top', boxList: [{ id: 'one', x: 50, y: 65 }] };
    const wishes = { boxes: { boxTypes: [wide], layerPatterns: [one] }, parts: scene({ obstacles: [post] }) };
    expect(await problemsOf(wishes)).toMatchObject([{ message: expect.stringContaining("'post'") }]);
    const narrow = { ...wishes, boxes: { boxTypes: [held], layerPatterns: [one] } };
    expect(await problemsOf(narrow)).toEqual([]);
  });

  it('starts empty: boxes that are now on its pallet are ignored', async () => {
    const palletBox = {
      kind: 'box' as const,
      spaceItemID: 'boxes',
      palletBaseID: 'pallet',
      layerIndex: 1,
      boxIndex: 2,
      boxTypeID: 'carton',
      opacity: 1,
      label: null,
    };
    const obstacles = [{ ...leftBehind, palletBox }];
    expect(await problemsOf({ parts: scene({ obstacles }) })).toEqual([]);
  });

  it('stays on the floor when the base of the arm is elsewhere', async () => {
    const base = { x: -2, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
    expect(await problemsOf({ parts: scene({ base }) })).toMatchObject([
      { kind: 'outOfReach', boxIndex: 1 },
      { kind: 'outOfReach', boxIndex: 2 },
    ]);
  });

  it.each([true, false])(
    'takes a custom position as it was taught, by its joints (approached: %s)',
    async (isApproached) => {
      const taught = (boxIndex: number, jointAngles: readonly number[]) => ({
        palletBaseID: 'pallet',
        layerIndex: 1,
        boxIndex,
        moveType: 'box',
        position: { jointAngles },
      });
      const beyond = readyJoints.map((angle, joint) => (joint === 5 ? 9 : angle));
      const good = { boxes: { customPositions: [taught(1, readyJoints)] }, wanted: { isApproached: false } };
      expect(await problemsOf(good)).toEqual([]);
      const bad = { boxes: { customPositions: [taught(1, beyond)] }, wanted: { isApproached } };
      expect(await problemsOf(bad)).toMatchObject([{ kind: 'cannotBePlaced', boxIndex: 1 }]);
    },
  );

  it('reports problems as far as the time limit permits', async () => {
    let now = 0;
    const measure = () => now++;
    expect(await prove({ parts: { measure } })).toMatchObject({ boxCount: 2, judgedCount: 2 });
    now = 1;
    expect(await prove({ parts: { measure } })).toMatchObject({ boxCount: 2, judgedCount: 1, problems: [] });
  });
});

describe('a question about a stack', () => {
  const ask = (question: unknown) => answerStack(Buffer.from(JSON.stringify(question)), parts);

  it('has an answer for all its pallets', async () => {
    const [pallet, boxes] = palletItems({}, { boxTypes: [held], palletBaseIDs: ['pallet', 'gone'] });
    expect(await ask({ palletBoxesID: 'boxes', spaceItems: [boxes, pallet] })).toMatchObject({
      palletBoxesID: 'boxes',
      pallets: [
        { name: 'Pallet', judgedCount: 2, problems: [] },
        { palletBaseID: 'gone', judgedCount: 0, problems: [{ message: 'Pallet base not found' }] },
      ],
    });
  });

  it.each([
    [undefined, 'The item is not a stack of pallet boxes'],
    [{ palletBoxesID: 'boxes', spaceItems: [] }, 'The item is not a stack of pallet boxes'],
    [{ palletBoxesID: 'pallet', spaceItems: palletItems() }, 'Choose a valid space item'],
    [{ palletBoxesID: 'gone', spaceItems: palletItems() }, 'Choose a valid space item'],
  ])('fails: %j', async (question, message) => {
    await expect(ask(question ?? 'not a question')).rejects.toMatchObject({
      code: 'request_failed_validation',
      message,
    });
  });
});
