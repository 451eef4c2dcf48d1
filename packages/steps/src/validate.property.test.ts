import { isBlockingProblem, parseRoutine } from '@cellwright/domain/routine';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyStepContract } from './framework/index.ts';
import { type BuiltStepKind, stepContracts } from './step-contracts.ts';
import { kindModels } from './testing/kind-models.fixture.ts';
import { Playback } from './testing/play.fixture.ts';
import {
  buildRoutine,
  bushyNodes,
  deepNodes,
  expectedProblems,
  type ModelNode,
  modelCell,
} from './testing/routine-model.fixture.ts';
import { prepareRoutine, validateRoutine } from './validate.ts';

describe('The check of a routine (R37)', () => {
  it.each([
    ['bushy', bushyNodes, { numRuns: propertyRuns(60, 300) }],
    // Shrinking a deep routine takes minutes: the first failure is enough.
    ['1,000 deep', deepNodes, { numRuns: propertyRuns(4, 15), endOnFailure: true }],
  ] as const)('agrees with a simple model for %s routines of all kinds', (_name, nodes, parameters) => {
    fc.assert(
      fc.property(nodes, (of) => {
        const problems = validateRoutine(buildRoutine(of), modelCell).filter(isBlockingProblem);
        const found = problems.map(({ stepID, message }) => `${stepID} ${message}`);
        expect(found.sort()).toEqual(expectedProblems(of).sort());
      }),
      parameters,
    );
  });

  it('handles a routine of 50,000 steps in time', () => {
    const nodes = Array.from({ length: 50_000 }, (_, index): ModelNode => {
      const isRoot = index % 500 === 0;
      return { kind: isRoot ? 'Loop' : 'Wait', state: 'good', isDisabled: false, parentBack: index % 500 };
    });
    const routine = buildRoutine(nodes);
    const before = process.cpuUsage();
    const { problems, steps } = prepareRoutine(routine, modelCell);
    expect([problems.length, steps.length]).toEqual([0, 50_000]);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
  });
});

const nonsense = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e308, -0, '__proto__', undefined),
  fc.constantFrom(...['{"__proto__":{"kind":"constant"}}', '{"constructor":1}'].map((text) => JSON.parse(text))),
  fc.nat(300).map((depth) => nest(depth)),
);

/** Nests a condition inside conditions. */
function nest(depth: number): unknown {
  let expression: unknown = { kind: 'constant', value: 1 };
  for (let level = 0; level < depth; level++) {
    expression = { kind: 'conditional', operator: 'AND', left: expression, right: { kind: 'constant', value: true } };
  }
  return expression;
}

function isBuilt(kind: string): kind is BuiltStepKind {
  return Object.hasOwn(stepContracts, kind);
}
const builtStepKinds = Object.keys(stepContracts).filter(isBuilt);

/** Returns arguments with which a step around or inside another one ends. */
function configurationOf(stepKind: string | undefined) {
  if (stepKind === undefined || !isBuilt(stepKind)) return { stepKind, args: {} };
  return { stepKind, args: stepKind === 'Loop' ? { times: 1 } : kindModels[stepKind].good };
}

/** Valid arguments of a kind, sometimes with some of them replaced by nonsense. */
const brokenArgs = fc.constantFrom(...builtStepKinds).chain((stepKind) => {
  const contract: AnyStepContract = stepContracts[stepKind];
  const example = fc.constantFrom<Readonly<Record<string, unknown>>>(...contract.examples.map(({ args }) => args));
  const names = Object.keys(Object(contract.args.parse(contract.examples.at(-1)?.args)));
  const field = fc.oneof(fc.constantFrom('equipmentID', ...names), fc.string());
  return fc
    .tuple(example, fc.dictionary(field, nonsense, { maxKeys: 2 }))
    .map(([args, broken]) => ({ stepKind, args: { ...args, ...broken } }));
});

function corner(x: number, y: number) {
  return { pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } };
}

/** Objects that the examples refer to. */
const surroundings = {
  environmentVariables: ['parts', 'count', 'mass', 'total'].map((name) => ({
    id: `variable_${name}`,
    name,
    initialValue: 1,
    isGlobal: name === 'total',
  })),
  space: [
    { id: 'space_tray', name: 'Tray', kind: 'freeformPositionList', positions: [{ jointAngles: [0, 0, 0, 0, 0, 0] }] },
    { id: 'space_table', name: 'Table', kind: 'plane', positions: [corner(0, 0), corner(1, 0), corner(0, 1)] },
  ],
};

describe('Random input', () => {
  it('as arguments has a result, and valid ones play without a crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(brokenArgs, { minLength: 1, maxLength: 3 }), async (configurations) => {
        const steps = configurations.map(({ stepKind }, index) => wrap(stepKind, `s${index}`));
        const stepConfigurations = Object.fromEntries(
          configurations.flatMap((configuration, index) => [
            [`s${index}`, configuration],
            [`s${index}w`, configurationOf(steps[index]?.stepKind)],
            [`s${index}c`, configurationOf(steps[index]?.steps[0]?.steps[0]?.stepKind)],
          ]),
        );
        const parsed = parseRoutine({ id: 'r', name: 'R', steps, stepConfigurations, ...surroundings });
        if (!parsed.ok) return;
        const { problems, steps: program } = prepareRoutine(parsed.value, modelCell);
        if (problems.length > 0) return;
        const variables = Object.fromEntries(surroundings.environmentVariables.map(({ id }) => [id, 1]));
        const run = new Playback(program, { variables, spaceItems: parsed.value.space });
        const result = run.play();
        await run.clock.advance(15_000);
        run.engine.stop();
        expect(await run.finish(result)).not.toMatchObject({ failure: 'InternalFailure' });
      }),
      { numRuns: propertyRuns(120, 500) },
    );
  });

  it('as a routine has a result', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 5 }), fc.array(nonsense), (anything, steps) => {
        for (const input of [anything, { id: 'r', name: 'R', steps, stepConfigurations: anything }]) {
          const parsed = parseRoutine(input);
          expect(Array.isArray(parsed.ok ? validateRoutine(parsed.value, modelCell) : parsed.problems)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(200, 1000) },
    );
  });
});

/** Wraps a step in one that allows it, with a step inside if it needs one. */
function wrap(stepKind: BuiltStepKind, id: string) {
  const { children, allowedKinds, childKind } = kindModels[stepKind];
  const inside = children === 'required' ? [{ id: `${id}c`, stepKind: childKind ?? allowedKinds?.[0] ?? 'Wait' }] : [];
  const contract: AnyStepContract = stepContracts[stepKind];
  const outer = contract.insideOnly?.[0] ?? 'Loop';
  return { id: `${id}w`, stepKind: outer, steps: [{ id, stepKind, steps: inside }] };
}
