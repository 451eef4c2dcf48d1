import { importRoutine, validateRoutineFile } from '@cellwright/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LibraryBench, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());
beforeEach(() => Object.assign(bench.flags, { on: [], isAnswering: true }));

const at = (x: number) => ({ target: { pose: { x, y: 0.2, z: 0.3, i: 0, j: 0, k: 0, w: 1 } } });
const file = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_arc',
    name: 'Around the rim',
    steps: [{ id: 'move', stepKind: 'MoveArmToV2', steps: [{ id: 'arc', stepKind: 'Arc' }] }],
    stepConfigurations: {
      move: { stepKind: 'MoveArmToV2', args: {} },
      arc: { stepKind: 'Arc', args: { viaTarget: at(0.4), endTarget: at(0.5) } },
    },
  },
};
const flagNeeded =
  "Arcs between waypoints need the feature flag 'Arc in Move Arm'. Enable it, or use a Move Arm To step";

async function validate(): Promise<string[]> {
  const { problems } = await bench.call(validateRoutineFile, {}, { document: file });
  return problems.map(({ message }) => message);
}

/** Loads the routine and returns its problems and number of steps. */
async function load() {
  await bench.call(importRoutine, {}, { document: file });
  for await (const { part } of bench.client.loadProgram({
    routineId: 'routine_arc',
    version: 0,
    fileJson: Buffer.alloc(0),
  })) {
    if (part?.$case === 'header') {
      const { problemsJson, stepCount } = part.value;
      return { hasProblems: problemsJson.length > 0, stepCount };
    }
  }
  throw new Error('the program has no header');
}

describe('a step that needs a feature', () => {
  it('fails while its flag is off, with a message that names the flag', async () => {
    expect(await validate()).toEqual([flagNeeded]);
    expect(await load()).toEqual({ hasProblems: true, stepCount: 0 });
  });

  it('becomes valid and can be loaded as soon as the flag is on for the cell', async () => {
    bench.flags.on = ['arcInMoveArm'];
    expect(await validate()).toEqual([]);
    expect(await load()).toEqual({ hasProblems: false, stepCount: 2 });
  });

  it('uses the last known flags while the identity service does not respond', async () => {
    bench.flags.on = ['arcInMoveArm'];
    await validate();
    bench.flags.isAnswering = false;
    expect(await validate()).toEqual([]);
  });
});

/** A routine for each flag that gates a step kind. */
const gatedSteps = {
  palletizing: [{ id: 's', stepKind: 'UpdateVisualization', args: { targetKind: 'space', action: 'hide' } }],
  enableCodeBlocks: [{ id: 's', stepKind: 'CodeBlock', args: { codeBlockId: 'codeBlock_1' } }],
  classifyStep: [{ id: 's', stepKind: 'Classify', args: { classes: ['disc'] } }],
  locateStep: [{ id: 's', stepKind: 'Locate', args: { planeID: 'space_table', positionListID: 'space_parts' } }],
  setIOInMoveArm: [{ id: 's', stepKind: 'SetIO', args: { outputs: [{ kind: 'Output', port: 1, level: 'high' }] } }],
  pythonExpressions: [{ id: 's', stepKind: 'Wait', args: { condition: { kind: 'Python', source: 'True' } } }],
} as const;

function fileOf(flag: keyof typeof gatedSteps) {
  const [{ id, stepKind, args }] = gatedSteps[flag];
  const isInMove = flag === 'setIOInMoveArm';
  const own = { id, stepKind };
  const there = { id: 'there', stepKind: 'Waypoint' };
  return {
    format: 'cellwright.routine',
    formatVersion: 1,
    routine: {
      id: `routine_${flag}`,
      name: flag,
      steps: isInMove ? [{ id: 'move', stepKind: 'MoveArmToV2', steps: [there, own] }] : [own],
      stepConfigurations: {
        ...(isInMove && {
          move: { stepKind: 'MoveArmToV2', args: {} },
          there: { stepKind: 'Waypoint', args: at(0.4) },
        }),
        [id]: { stepKind, args },
      },
    },
  };
}

async function problemsOfProgram(request: { routineId: string; fileJson: Buffer }): Promise<string> {
  for await (const { part } of bench.client.loadProgram({ version: 0, ...request }))
    if (part?.$case === 'header') return Buffer.from(part.value.problemsJson).toString('utf8');
  throw new Error('the program has no header');
}

describe.each(Object.keys(gatedSteps) as (keyof typeof gatedSteps)[])('The flag %s', (flag) => {
  const needed = 'need the feature flag';

  it.each([
    ['off', [], true],
    ['on', [flag], false],
  ] as const)('gates checks, imports, loads and dry runs of files while it is %s', async (_, on, isGated) => {
    bench.flags.on = on;
    const file = fileOf(flag);
    const checked = await bench.call(validateRoutineFile, {}, { document: file });
    const imported = await bench.call(importRoutine, {}, { document: file });
    const loaded = await problemsOfProgram({ routineId: file.routine.id, fileJson: Buffer.alloc(0) });
    const proved = await problemsOfProgram({ routineId: '', fileJson: Buffer.from(JSON.stringify(file)) });
    for (const problems of [JSON.stringify(checked.problems), JSON.stringify(imported.problems), loaded, proved]) {
      expect(problems.includes(needed)).toBe(isGated);
    }
  });
});
