import { parseRoutine, type Routine, type Step, walkSteps } from '@cellwright/domain/routine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRoutine, bushyNodes } from '../testing/routine-model.fixture.ts';
import { describeRoutineChanges } from './describe-routine-changes.ts';

type Args = Readonly<Record<string, unknown>>;
const sketch = (id: string, stepKind: string, args: Args = {}, more: object = {}) => ({ id, stepKind, args, more });
type Sketch = ReturnType<typeof sketch>;

/** Builds a routine of sibling steps; a Move Arm step contains the waypoints that follow it. */
function routine(sketches: readonly Sketch[], head: object = {}): Routine {
  const steps: { id: string; stepKind: string; steps?: unknown[] }[] = [];
  for (const { id, stepKind, more } of sketches) {
    const step = { id, stepKind, ...more };
    const last = steps.at(-1);
    if (stepKind === 'Waypoint' && last) last.steps = [...(last.steps ?? []), step];
    else steps.push(step);
  }
  const stepConfigurations = Object.fromEntries(sketches.map(({ id, stepKind, args }) => [id, { stepKind, args }]));
  const parsed = parseRoutine({ id: 'r', name: 'Palletise', steps, stepConfigurations, ...head });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const wait = sketch('w', 'Wait', { milliseconds: 2000 });
const grip = sketch('g', 'ActuateGripper', {}, { description: 'Close gripper' });
const move = sketch('m', 'MoveArmToV2');
const pose = { x: 0.4, y: -0.3, z: 0.2, i: 0, j: 0.6, k: 0, w: 0.8 };
const p3 = (args: Args) => sketch('p3', 'Waypoint', args, { description: 'P3' });
const texts = (before: Routine, after: Routine) => describeRoutineChanges(before, after).map(({ text }) => text);

describe('describeRoutineChanges', () => {
  it('names the variable or the space item of a change', () => {
    const variable = (id: string, initialValue: number) => ({ id, name: `Count ${id}`, initialValue });
    const item = (id: string, name: string) => ({ id, name, kind: 'singlePosition', positions: [{ pose }] });
    const before = { environmentVariables: [variable('v1', 1), variable('v2', 1)], space: [item('s1', 'Home')] };
    const after = { environmentVariables: [variable('v1', 2), variable('v3', 1)], space: [item('s1', 'Start')] };
    const changes = describeRoutineChanges(routine([wait], before), routine([wait], after));
    expect(changes.map(({ kind, itemID }) => `${kind} ${itemID}`)).toEqual([
      ...['removed v2', 'changed v1', 'added v3'],
      'renamed s1',
    ]);
  });

  it.each<[string, Sketch[], Sketch[]]>([
    ['Wait 2 s → 3 s', [wait], [sketch('w', 'Wait', { milliseconds: 3000 })]],
    ['Close gripper moved before Wait', [wait, grip], [grip, wait]],
    ["Step 'Wait' removed", [wait, grip], [grip]],
    ["Step 'Wait' added", [grip], [grip, wait]],
    ["Step 'Move arm' removed with the step inside it", [wait, move, p3({})], [wait]],
    ['Disabled Close gripper', [grip], [sketch('g', 'ActuateGripper', {}, { ...grip.more, isDisabled: true })]],
    ["Close gripper renamed to 'Grip'", [grip], [sketch('g', 'ActuateGripper', {}, { description: 'Grip' })]],
    ['Close gripper: Grip inward to 45 mm → 50 mm', [grip], [{ ...grip, args: { diameter: 0.05 } }]],
    ['Speed of Waypoint P3 60 % → 80 %', [move, p3({ motionSpeed: 60 })], [move, p3({ motionSpeed: 80 })]],
    ['Speed of Waypoint P3 set to 80 %', [move, p3({})], [move, p3({ motionSpeed: 80 })]],
    ['Stop here of Waypoint P3 off → on', [move, p3({})], [move, p3({ stopHere: true })]],
    ['Blend radius of Waypoint P3 0 mm → 50 mm', [move, p3({})], [move, p3({ blendConfig: { blendRadius: 0.05 } })]],
    ['P3 moved 3.2 mm', [move, p3({ target: { pose } })], [move, p3({ target: { pose: { ...pose, x: 0.4032 } } })]],
    [
      'P3 moved 3.2 mm and turned 73.7°',
      [move, p3({ target: { pose } })],
      [move, p3({ target: { pose: { ...pose, z: 0.2032, j: 0, w: 1 } } })],
    ],
    [
      'Joint angles of P3 changed by up to 5.7°',
      [move, p3({ target: { jointAngles: [0, 0, 0, 0, 0, 0] } })],
      [move, p3({ target: { jointAngles: [0, 0.1, -0.05, 0, 0, 0] } })],
    ],
  ])('%s', (text, before, after) => {
    expect(texts(routine(before), routine(after))).toEqual([text]);
  });

  it.each<[string, object, object]>([
    ["Renamed to 'Depalletise'", {}, { name: 'Depalletise' }],
    [
      'Variable Count: 1 → 2',
      { environmentVariables: [{ id: 'v', name: 'Count', initialValue: 1 }] },
      { environmentVariables: [{ id: 'v', name: 'Count', initialValue: 2 }] },
    ],
    ['Variable Count added', {}, { environmentVariables: [{ id: 'v', name: 'Count', initialValue: 1 }] }],
    [
      'Home moved 3.2 mm',
      { space: [{ id: 's', name: 'Home', kind: 'singlePosition', positions: [{ pose }] }] },
      { space: [{ id: 's', name: 'Home', kind: 'singlePosition', positions: [{ pose: { ...pose, y: -0.3032 } }] }] },
    ],
    ['Made a template', {}, { isTemplate: true }],
    ['Cycle time target 12 s → 10.5 s', { targetCycleTimeSeconds: 12 }, { targetCycleTimeSeconds: 10.5 }],
  ])('%s', (text, before, after) => {
    expect(texts(routine([wait], before), routine([wait], after))).toEqual([text]);
  });

  it('names the plane that is the frame of an offset', () => {
    const table = { id: 's', name: 'Table', kind: 'plane', positions: [] };
    const offset = (frame: string) => routine([sketch('o', 'AddOffset', { frame })], { space: [table] });
    expect(texts(offset('base'), offset('s'))).toEqual(['Frame of Add offset the base → Table']);
    const relative = (frame: string) =>
      routine([move, p3({ targetKind: 'relative', relativeConfig: { frame } })], { space: [table] });
    expect(texts(relative('s'), relative('tool'))).toEqual(['P3: Move by an offset along Table → the tool']);
  });

  it('names the step with its new place, or its old place if it was removed', () => {
    const [removed, moved] = describeRoutineChanges(routine([wait, move, p3({}), grip]), routine([grip, move, p3({})]));
    expect([removed, moved]).toEqual([
      { kind: 'removed', text: "Step 'Wait' removed", stepID: 'w', stepPath: '1' },
      { kind: 'moved', text: 'Close gripper moved before Move arm', stepID: 'g', stepPath: '1' },
    ]);
  });

  it('ignores a default that is written out', () => {
    expect(texts(routine([grip]), routine([{ ...grip, args: { diameter: 0.045 } }]))).toEqual([]);
  });
});

/** Edits that a user can make to one step of a routine. */
const edits = ['disable', 'describe', 'configure', 'remove', 'swap'] as const;
const edit = fc.record({ of: fc.constantFrom(...edits), at: fc.nat() });

/** Applies edits to steps that no other edit changes. Returns the edits per step. */
function applyEdits(routine: Routine, wanted: readonly { of: (typeof edits)[number]; at: number }[]) {
  const after = structuredClone(routine);
  const entries = [...walkSteps(after.steps)];
  const insideBefore = new Map(entries.map(({ step }) => [step.id, idsIn(step)]));
  const touched = new Map<string, string>();
  const gone = new Set<string>();
  for (const { of, at } of wanted) {
    const entry = entries[at % entries.length];
    if (!entry || touched.has(entry.step.id) || gone.has(entry.step.id)) continue;
    const siblings = entry.parent?.step.steps ?? after.steps;
    // Includes steps that an earlier edit took out of it.
    const inside = insideBefore.get(entry.step.id) ?? [];
    if (of === 'remove' && (inside.some((id) => touched.has(id)) || siblings.length < 2)) continue;
    if (of === 'swap' && (siblings.length < 2 || siblings.some(({ id }) => touched.has(id)))) continue;
    touched.set(entry.step.id, applyEdit(after, entry.step, siblings, of));
    if (of === 'remove') for (const id of inside) gone.add(id);
    if (of === 'swap') for (const { id } of siblings) gone.add(id);
  }
  return { after, touched };
}

function idsIn(step: Step): string[] {
  return [...walkSteps([step])].map((entry) => entry.step.id);
}

function applyEdit(routine: Routine, step: Step, siblings: Step[], of: (typeof edits)[number]): string {
  switch (of) {
    case 'disable':
      step.isDisabled = !step.isDisabled;
      return step.isDisabled ? 'disabled' : 'enabled';
    case 'describe':
      step.description = 'Another name';
      return 'renamed';
    case 'configure':
      routine.stepConfigurations[step.id] = { stepKind: 'Edited', args: { edited: true } };
      return 'changed';
    case 'remove':
      siblings.splice(siblings.indexOf(step), 1);
      return 'removed';
    case 'swap': {
      // Moves it to the far end, so that it counts as the moved step unless there are only two.
      const isLast = siblings.at(-1) === step;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.splice(isLast ? 0 : siblings.length, 0, step);
      return 'moved';
    }
  }
}

describe('describeRoutineChanges of a random routine', () => {
  it('reports nothing when nothing changed', () => {
    fc.assert(
      fc.property(bushyNodes, (nodes) => {
        const made = buildRoutine(nodes);
        const saved = { ...structuredClone(made), updatedAt: '2026-01-01T00:00:00.000Z' };
        expect(describeRoutineChanges(made, saved)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('reports every change once, at the step that changed', () => {
    fc.assert(
      fc.property(bushyNodes, fc.array(edit, { maxLength: 8 }), (nodes, wanted) => {
        const before = buildRoutine(nodes);
        const { after, touched } = applyEdits(before, wanted);
        const told = describeRoutineChanges(before, after);
        // Either of two steps that changed places may be reported as moved.
        const swapped = (id: string) => [...walkSteps(before.steps)].find(({ step }) => step.id === id)?.parent;
        const place = (id: string, kind: string) =>
          kind === 'moved' ? `moved in ${swapped(id)?.path ?? ''}` : `${kind} ${id}`;
        expect(told.map(({ stepID = '', kind }) => place(stepID, kind)).sort()).toEqual(
          [...touched].map(([id, kind]) => place(id, kind)).sort(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('reports as few moved steps as possible', () => {
    const orders = fc.nat(9).chain((count) => {
      const ids = Array.from({ length: count + 1 }, (_, index) => `s${index}`);
      return fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: 1 }));
    });
    fc.assert(
      fc.property(orders, ([ids, shuffled]) => {
        const of = (list: readonly string[]) => routine(list.map((id) => sketch(id, 'Wait', { milliseconds: 1 })));
        const moves = describeRoutineChanges(of(ids), of(shuffled)).filter(({ kind }) => kind === 'moved');
        const kept = ids.filter((id) => shuffled.includes(id));
        expect(moves).toHaveLength(kept.length - longestCommon(kept, shuffled));
      }),
      { numRuns: 500 },
    );
  });

  it('reports an addition as a removal in the reverse direction', () => {
    fc.assert(
      fc.property(bushyNodes, bushyNodes, (one, other) => {
        const [before, after] = [buildRoutine(one), buildRoutine(other)];
        const idsOf = (from: Routine, to: Routine, kind: string) =>
          describeRoutineChanges(from, to)
            .filter((change) => change.kind === kind)
            .map(({ stepID }) => stepID)
            .sort();
        expect(idsOf(before, after, 'added')).toEqual(idsOf(after, before, 'removed'));
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns the length of the longest common subsequence, computed the slow way. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const item of one) {
    const next = [0];
    other.forEach((candidate, index) => {
      const [left = 0, above = 0, corner = 0] = [next[index], row[index + 1], row[index]];
      next.push(candidate === item ? corner + 1 : Math.max(left, above));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
