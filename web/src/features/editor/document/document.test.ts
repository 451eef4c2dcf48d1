import { parseRoutine, type Routine, routineSchema, type Step, walkSteps } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copySteps, pasteSteps, placeForClip, readClip, writeClip } from './clipboard.ts';
import { addSpaceItem, newPosition, stepsThatUse } from './edit-items.ts';
import { changeStep, insertSteps, moveSteps, removeSteps, setArgs } from './edit-steps.ts';
import { change, redo, separate, startHistory, undo } from './history.ts';
import { mayNest, mayStand } from './nesting.ts';
import { newStep, newStepFor, placeBeside } from './new-step.ts';
import { replaceUses } from './replace-uses.ts';
import { findPath, reversePath } from './reverse-path.ts';

/** Builds a routine of Loops and Waits from text such as 'a(b c(d)) e'. */
function routineOf(text: string): Routine {
  const stack: Step[][] = [[]];
  const stepConfigurations: Routine['stepConfigurations'] = {};
  for (const token of text.match(/\w+|[()]/g) ?? []) {
    const list = stack.at(-1) ?? [];
    if (token === '(') stack.push(list.at(-1)?.steps ?? []);
    else if (token === ')') stack.pop();
    else {
      const isLoop = new RegExp(`${token}\\(`).test(text);
      const stepKind = isLoop ? 'Loop' : 'Wait';
      list.push({ id: token, stepKind, isDisabled: false, ...(isLoop && { steps: [] }) });
      stepConfigurations[token] = { stepKind, args: isLoop ? {} : { milliseconds: 10 } };
    }
  }
  const [steps = []] = stack;
  return routineSchema.parse({ id: 'routine_1', name: 'Test', steps, stepConfigurations });
}

const treeOf = (routine: Routine) => {
  const write = (steps: readonly Step[]): string =>
    steps.map(({ id, steps: inside }) => (inside?.length ? `${id}(${write(inside)})` : id)).join(' ');
  return write(routine.steps);
};
const idsOf = (routine: Routine) => Array.from(walkSteps(routine.steps), ({ step }) => step.id);

describe('Moving steps', () => {
  const routine = routineOf('a(b c d) e f(g)');

  it('keeps their order and counts the gap without them', () => {
    const moved = moveSteps(routine, new Set(['d', 'b']), { parentID: undefined, index: 2 });
    expect(moved && treeOf(moved)).toBe('a(c) e b d f(g)');
  });

  it('moves steps within one parent', () => {
    const moved = moveSteps(routine, new Set(['b']), { parentID: 'a', index: 3 });
    expect(moved && treeOf(moved)).toBe('a(c d b) e f(g)');
  });

  it('rejects moving steps into themselves', () => {
    expect(moveSteps(routine, new Set(['a']), { parentID: 'a', index: 0 })).toBeUndefined();
  });

  it('changes nothing for the present position', () => {
    expect(moveSteps(routine, new Set(['b']), { parentID: 'a', index: 0 })).toBe(routine);
    expect(moveSteps(routine, new Set(['c', 'd']), { parentID: 'a', index: 3 })).toBe(routine);
    expect(moveSteps(routine, new Set(['b', 'd']), { parentID: 'a', index: 3 })).not.toBe(routine);
  });
});

describe('Removing steps', () => {
  it('removes children and all arguments with them', () => {
    const routine = removeSteps(routineOf('a(b c) d'), new Set(['a']));
    expect(routine && treeOf(routine)).toBe('d');
    expect(Object.keys(routine?.stepConfigurations ?? {})).toEqual(['d']);
  });

  it('never leaves a routine empty', () => {
    expect(removeSteps(routineOf('a(b)'), new Set(['a']))).toBeUndefined();
  });
});

describe('Pasting steps', () => {
  it('assigns new ids to the steps and to what they name', () => {
    let routine = routineOf('a(b) c');
    routine = setArgs(routine, 'b', {
      condition: { kind: 'stateVariable', stepID: 'a', variable: 'completedCount' },
    });
    const { routine: pasted, stepIDs } = pasteSteps(routine, copySteps(routine, new Set(['a'])), {
      parentID: undefined,
      index: 2,
    });
    const inside = pasted.steps[2]?.steps?.[0]?.id ?? '';
    expect(stepIDs).toEqual([pasted.steps[2]?.id]);
    expect(pasted.stepConfigurations[inside]?.args.condition).toMatchObject({ stepID: stepIDs[0] });
  });

  it('copies the positions that the steps use into another routine', () => {
    let from = routineOf('m');
    const position = newPosition(
      from,
      { jointAngles: [0, 0, 0, 0, 0, 0], pose: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } },
      [],
    );
    from = setArgs(addSpaceItem(from, position), 'm', { positionListID: position.id });
    const clip = readClip(writeClip(copySteps(from, new Set(['m']))));
    const into = { ...routineOf('x'), id: 'routine_2' };
    if (!clip) throw new Error('the clip cannot be read');
    const { routine } = pasteSteps(into, clip, { parentID: undefined, index: 1 });
    const item = routine.space[0];
    expect(item?.name).toBe('P1');
    expect(item?.id).not.toBe(position.id);
    expect(stepsThatUse(routine, item?.id ?? '')).toHaveLength(1);
  });

  it('copies anchors of positions, and names in a condition that is stored as text', () => {
    const rack: SpaceItem = { id: 'space_rack', name: 'Rack', kind: 'singlePosition', positions: [], global: false };
    const shelf = { ...rack, id: 'space_shelf', name: 'Shelf', anchoredToID: rack.id };
    const count = { id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false };
    const stopEarlyConditions = JSON.stringify([[{ kind: 'variable', variableID: count.id }]]);
    const from = setArgs(routineOf('m'), 'm', { positionListID: shelf.id, stopEarlyConditions });
    const clip = copySteps({ ...from, space: [rack, shelf], environmentVariables: [count] }, new Set(['m']));
    const into = { ...routineOf('x'), id: 'routine_2' };
    const { routine, stepIDs } = pasteSteps(into, clip, { parentID: undefined, index: 1 });
    const [newRack, newShelf] = routine.space;
    expect([newRack?.name, newShelf?.name]).toEqual(['Rack', 'Shelf']);
    expect(newShelf?.anchoredToID).toBe(newRack?.id);
    const [variable] = routine.environmentVariables;
    expect(variable?.id).not.toBe(count.id);
    expect(stepsThatUse(routine, variable?.id ?? '')).toEqual(stepIDs);
  });

  it('pastes only where each step is allowed', () => {
    const source = insertSteps(routineOf('a(b)'), newStep('MoveArmToV2'), { parentID: undefined, index: 1 });
    const move = source.steps[1];
    const waypoint = copySteps(source, new Set([move?.steps?.[0]?.id ?? '']));
    expect(placeForClip(routineOf('a(b) c'), waypoint, 'b')).toBeUndefined();
    expect(placeForClip(source, waypoint, move?.steps?.[0]?.id)).toEqual({ parentID: move?.id, index: 1 });
    const both = copySteps(source, new Set(['b', move?.steps?.[0]?.id ?? '']));
    expect(placeForClip(source, both, 'b')).toBeUndefined();
    expect(placeForClip(routineOf('a(b) c'), copySteps(source, new Set([move?.id ?? ''])), 'b')).toEqual({
      parentID: 'a',
      index: 1,
    });
  });

  it('rejects other text', () => {
    expect(readClip('{"steps":[]}')).toBeUndefined();
    expect(readClip('hello')).toBeUndefined();
  });
});

describe('A new step', () => {
  it('goes into an empty step that accepts it, else after the selected one', () => {
    const empty = changeStep(routineOf('a(b) c'), 'c', { stepKind: 'Loop' });
    expect(placeBeside(empty, 'Wait', 'c')).toEqual({ parentID: 'c', index: 0 });
    expect(placeBeside(empty, 'Wait', 'b')).toEqual({ parentID: 'a', index: 1 });
  });

  it('adds a parent if it is not allowed alone', () => {
    const routine = routineOf('a(b)');
    const place = { parentID: 'a', index: 1 };
    expect(mayNest(routine, 'Waypoint', 'a')).toBe(false);
    const fragment = newStepFor(routine, 'Waypoint', place);
    expect(fragment?.steps[0]).toMatchObject({ stepKind: 'MoveArmToV2', steps: [{ stepKind: 'Waypoint' }] });
  });

  it('fails if its kind or the kind around it forbids it', () => {
    const routine = insertSteps(routineOf('a(b)'), newStep('MoveArmToV2'), { parentID: undefined, index: 1 });
    const moveID = routine.steps[1]?.id;
    expect(mayNest(routine, 'Wait', moveID)).toBe(false);
    expect(mayNest(routine, 'Waypoint', moveID)).toBe(true);
    expect(mayNest(routine, 'Wait', 'b')).toBe(false);
  });

  it('fails if an outer step excludes its kind, or a kind inside it', () => {
    let routine = insertSteps(routineOf('a(b) c'), newStep('RunInBackground'), { parentID: undefined, index: 1 });
    const beside = routine.steps[1]?.id;
    routine = insertSteps(routine, newStep('If'), { parentID: beside, index: 0 });
    const deep = routine.steps[1]?.steps?.[0]?.id;
    expect(mayNest(routine, 'Wait', deep)).toBe(true);
    expect(mayNest(routine, 'MoveArmToV2', deep)).toBe(false);
    expect(newStepFor(routine, 'Waypoint', { parentID: deep, index: 0 })).toBeUndefined();
    const [loop] = insertSteps(routine, newStep('MoveArmToV2'), { parentID: 'a', index: 0 }).steps;
    expect(loop && mayStand(routine, loop, deep)).toBe(false);
    expect(loop && mayStand(routine, loop, undefined)).toBe(true);
  });
});

describe('a path in reverse', () => {
  const waypoint = (id: string, motionSpeed: number) => [
    id,
    { stepKind: 'Waypoint', args: { targetKind: 'positionList', positionListID: `space_${id}`, motionSpeed } },
  ];
  const routine = routineSchema.parse({
    id: 'routine_1',
    name: 'Test',
    steps: [
      {
        id: 'move',
        stepKind: 'MoveArmToV2',
        steps: ['a', 'b', 'c', 'd'].map((id) => ({ id, stepKind: 'Waypoint' })),
      },
      { id: 'wait', stepKind: 'Wait' },
    ],
    stepConfigurations: Object.fromEntries([
      ['move', { stepKind: 'MoveArmToV2', args: {} }],
      ['wait', { stepKind: 'Wait', args: {} }],
      waypoint('a', 10),
      waypoint('b', 20),
      waypoint('c', 30),
      waypoint('d', 40),
    ]),
  });
  const speedsOf = ({ stepConfigurations }: Routine) =>
    ['a', 'b', 'c', 'd'].map((id) => stepConfigurations[id]?.args.motionSpeed);
  const reverse = (before: Routine, ids: readonly string[]) => {
    const path = findPath(before, new Set(ids));
    if (!path) throw new Error('This is no path');
    return reversePath(before, path);
  };

  it('has the same paths between the same targets, with their speeds', () => {
    const reversed = reverse(routine, ['move']);
    expect(treeOf(reversed)).toBe('move(d c b a) wait');
    expect(speedsOf(reversed)).toEqual([20, 30, 40, 10]);
    expect(speedsOf(reverse(reversed, ['move']))).toEqual(speedsOf(routine));
  });

  it('reverses a part of a path if neighbours are selected', () => {
    expect(treeOf(reverse(routine, ['b', 'c']))).toBe('move(a c b d) wait');
    expect(findPath(routine, new Set(['a', 'c']))).toBeUndefined();
    expect(findPath(routine, new Set(['wait']))).toBeUndefined();
    expect(findPath(routine, new Set(['move', 'wait']))).toBeUndefined();
  });
});

describe('replacing uses', () => {
  const use = (positionListID: string) => ({ stepKind: 'Waypoint', args: { positionListID } });
  const routine = routineSchema.parse({
    id: 'routine_1',
    name: 'Test',
    steps: ['b', 'd'].map((id) => ({ id, stepKind: 'Waypoint' })),
    stepConfigurations: { b: use('space_b'), d: use('space_d') },
  });

  it('uses another item wherever one was used', () => {
    const replaced = replaceUses(routine, 'space_b', 'space_d');
    expect(stepsThatUse(replaced, 'space_b')).toEqual([]);
    expect(stepsThatUse(replaced, 'space_d')).toEqual(['b', 'd']);
    expect(replaceUses(routine, 'space_z', 'space_d')).toBe(routine);
  });
});

describe('Undo', () => {
  it('reverts changes with the same mark together, and a new change clears the redo history', () => {
    let history = startHistory('');
    for (const text of ['a', 'ab', 'abc']) history = change(history, text, 'typing');
    history = change(history, 'xyz');
    history = undo(history);
    expect(history.present).toBe('abc');
    history = undo(history);
    expect(history.present).toBe('');
    history = redo(history);
    expect(history.present).toBe('abc');
    expect(redo(change(history, 'new')).present).toBe('new');
  });

  it('undoes changes with the same mark one by one if they were separated', () => {
    const history = change(separate(change(startHistory(''), 'a', 'typing')), 'b', 'typing');
    expect(undo(history).present).toBe('a');
  });
});

type Edit = (routine: Routine, pick: (count: number) => number) => Routine;

const edits: Record<string, Edit> = {
  move(routine, pick) {
    const ids = idsOf(routine);
    const moving = new Set([ids[pick(ids.length)] ?? '', ids[pick(ids.length)] ?? '']);
    const parents = [undefined, ...ids.filter((id) => id.startsWith('L'))];
    return moveSteps(routine, moving, { parentID: parents[pick(parents.length)], index: pick(4) }) ?? routine;
  },
  remove(routine, pick) {
    const ids = idsOf(routine);
    return removeSteps(routine, new Set([ids[pick(ids.length)] ?? ''])) ?? routine;
  },
  paste(routine, pick) {
    const ids = idsOf(routine);
    const clip = copySteps(routine, new Set([ids[pick(ids.length)] ?? '']));
    return pasteSteps(routine, clip, { parentID: undefined, index: pick(3) }).routine;
  },
  insert: (routine, pick) => insertSteps(routine, newStep('Loop'), { parentID: undefined, index: pick(3) }),
};

describe('Random edits', () => {
  const script = fc.array(
    fc.record({
      edit: fc.constantFrom(...Object.keys(edits)),
      picks: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 12 },
  );

  it('keep a routine that can be stored, each step with its arguments, and undo reverts them', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const first = routineOf('L1(a b L2(c)) d L3(e f)');
        let history = startHistory(first);
        for (const { edit, picks } of steps) {
          const left = [...picks];
          const pick = (count: number) => (left.shift() ?? 0) % count;
          const before = history.present;
          const next = edits[edit]?.(before, pick) ?? before;
          if (edit === 'move') expect(idsOf(next).sort()).toEqual(idsOf(before).sort());
          expect(Object.keys(next.stepConfigurations).sort()).toEqual(idsOf(next).sort());
          history = change(history, next);
        }
        expect(parseRoutine(JSON.parse(JSON.stringify(history.present))).ok).toBe(true);
        while (history.past.length > 0) history = undo(history);
        expect(history.present).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });
});
