import { type ProofFindingKind, proofFindingKinds } from '@cellwright/domain/run';
import { propertyRuns, sliceOf } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plantedMistakes } from '../testing/mistakes.fixture.ts';
import { fileOf } from '../testing/planted-steps.fixture.ts';
import { compileFile, proveHere, usualFacts } from '../testing/proof.fixture.ts';

describe('a planted mistake is found', () => {
  it.each(
    sliceOf(plantedMistakes, ({ name }) => name, { share: 0.4 }).map((mistake) => [mistake.name, mistake] as const),
  )('%s', async (_name, mistake) => {
    const { kind, severity, path = null, message } = mistake.expected;
    const report = await proveHere(compileFile(fileOf(mistake)), mistake);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ kind, severity, stepPath: path, message: expect.stringMatching(message) }),
    );
  });

  it('for every kind', () => {
    const planted = new Set<ProofFindingKind>(plantedMistakes.map(({ expected }) => expected.kind));
    // A device fails by itself before the time of its step is over.
    const unplanted = 'timeLimitExceeded' satisfies ProofFindingKind;
    expect([...planted, unplanted].sort()).toEqual(Object.keys(proofFindingKinds).sort());
    expect(planted.size).toBeGreaterThanOrEqual(20);
  });

  it.each([
    ['a box that the arm does not reach', 'unreachableTarget'],
    ['a box that is put down where one stands', 'collision'],
    ['a pallet that is too small for its boxes', 'invalid'],
    ['an output that is left on', 'outputLeftOn'],
    ['a branch that nothing leads into', 'branchNeverReached'],
    ['a gripper that is not on the flange', 'toolNotAttached'],
  ])('include %s', (name, kind) => {
    expect(plantedMistakes.filter((mistake) => mistake.name === name)).toMatchObject([{ expected: { kind } }]);
  });

  it('under a name of its own', () => {
    const names = plantedMistakes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a dry run', () => {
  it('uses given answers, inputs and variables', async () => {
    const [signal] = plantedMistakes.filter(({ name }) => name === 'a branch for another signal');
    const [question] = plantedMistakes.filter(({ name }) => name === 'a question that another answer leads to');
    const [empty] = plantedMistakes.filter(({ name }) => name === 'an empty variable that no step sets');
    const given = [
      [signal, { inputs: { 'Input 1': 'high' } }],
      [question, { answers: ['B'] }],
      [empty, { variables: { batch: 'B-1' } }],
    ] as const;
    for (const [mistake, options] of given) {
      const report = await proveHere(compileFile(fileOf(mistake ?? { steps: [] })), { options });
      expect(report.findings).toEqual([]);
      expect(report.outcome).toBe('completed');
    }
  });

  it('returns the same result twice, and changes none of its input', { timeout: 120_000 }, async () => {
    const quick = plantedMistakes.filter(({ steps }) => !JSON.stringify(steps).includes('MoveArm'));
    const routines = fc.array(fc.constantFrom(...quick), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(routines, async (mistakes) => {
        const variables = mistakes.flatMap(({ variables: own = [] }) => own).slice(0, 1);
        const program = deepFreeze(compileFile(fileOf({ steps: mistakes.flatMap(({ steps }) => steps), variables })));
        const facts = deepFreeze(structuredClone(usualFacts));
        const [one, other] = [await proveHere(program, { facts }), await proveHere(program, { facts })];
        expect({ ...one, computedSeconds: 0 }).toEqual({ ...other, computedSeconds: 0 });
      }),
      { numRuns: propertyRuns(3, 40) },
    );
  });

  it('plans equal iterations once', async () => {
    const move = { target: { jointAngles: [0.4, 0, 1.5707963, 0, -1.5707963, 0] } };
    const back = { target: { jointAngles: [0, 0, 1.5707963, 0, -1.5707963, 0] } };
    const steps = [
      {
        kind: 'Loop',
        args: { times: 50 },
        steps: [move, back].map((args) => ({ kind: 'MoveArmToV2', steps: [{ kind: 'Waypoint', args }] })),
      },
    ];
    const { totals, findings } = await proveHere(compileFile(fileOf({ steps })));
    expect(findings).toEqual([]);
    expect(totals.planCount).toBe(100);
    expect(totals.reusedPlanCount).toBeGreaterThanOrEqual(97);
    const parts = totals.planningSeconds + totals.movingSeconds + totals.deviceSeconds + totals.waitingSeconds;
    expect(parts).toBeCloseTo(totals.durationSeconds, 6);
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
