// @vitest-environment happy-dom
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import RunningStep from './RunningStep.tsx';

const cell = vi.hoisted(() => ({ routine: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-cell-environment.ts', () => ({
  useCellEnvironment: () => ({ globalVariables: [], devices: [] }),
}));
vi.mock('../../api/use-loaded-routine.ts', () => ({ useLoadedRoutine: () => cell.routine }));

/** A step inside another, each with the author's label or none. */
function routineWith(
  kinds: readonly [outer: string, inner: string],
  labels: readonly [outer?: string, inner?: string],
) {
  const [outer, inner] = kinds.map((stepKind, index) => ({
    ...{ id: `step_${index}`, stepKind, isDisabled: false },
    ...(labels[index] !== undefined && { description: labels[index] }),
  }));
  const stepConfigurations = Object.fromEntries(
    kinds.map((stepKind, index) => [`step_${index}`, { stepKind, args: {} }]),
  );
  return { steps: [{ ...outer, steps: [inner] }], space: [], environmentVariables: [], stepConfigurations };
}

async function readStep(...[kinds, labels]: Parameters<typeof routineWith>): Promise<string> {
  cell.routine = routineWith(kinds, labels);
  return readText(await renderIn('en', <RunningStep stepID="step_1" path="1.1" />));
}

describe('RunningStep', () => {
  it('names the move of a waypoint without a label, like the button that continues there', async () => {
    const move = ['MoveArmToV2', 'Waypoint'] as const;
    expect(await readStep(move, ['Place carton'])).toMatch(/^1\.1 Place carton: Move /);
    expect(await readStep(move, ['Place carton', 'Above the pallet'])).toBe('1.1 Above the pallet');
    expect(await readStep(move, [])).toMatch(/^1\.1 Move /);
    expect(await readStep(['Loop', 'Wait'], ['All cartons'])).toMatch(/^1\.1 Wait/);
  });
});
