// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import CycleFigures from './CycleFigures.tsx';
import { palletizing } from './palletizing.fixture.ts';

const cell = vi.hoisted(() => ({ status: {}, routine: {}, isAsked: false }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(cell.status),
}));
vi.mock('../../api/use-loaded-routine.ts', () => ({ useLoadedRoutine: () => cell.routine }));
vi.mock('../../api/use-space-items.ts', () => ({
  useSpaceItems: (isAsked: boolean) => {
    cell.isAsked = isAsked;
    return { data: undefined };
  },
}));

/** Returns the figures in the sixth iteration of a routine. */
async function readFigures(language: 'en' | 'de', routine = palletizing()): Promise<string> {
  const run = { id: 'run_1', cycleCount: 0, cycleTimeSeconds: null, currentStepID: 'step_show' };
  const steps = { step_boxes: { variables: { completedCount: 5 } } };
  cell.routine = routine;
  cell.status = { state: { ...idleSession(), run, steps } };
  return readText(renderToStaticMarkup(await wrapIn(language, <CycleFigures />)));
}

describe('CycleFigures', () => {
  it('counts boxes by their name, and everything else by iterations', async () => {
    expect(await readFigures('en')).toContain('6 / 60 Carton');
    expect(await readFigures('de')).toContain('6 / 60 Carton');
    expect(await readFigures('en', palletizing({ scope: 'allBoxes' }))).toContain('6 / 60 Iteration');
    expect(await readFigures('de', palletizing({ scope: 'allBoxes' }))).toContain('6 / 60 Runde');
  });

  it('request the items of the cell only for boxes that the routine does not contain', async () => {
    await readFigures('en', palletizing({ scope: 'allBoxes' }));
    expect(cell.isAsked).toBe(false);
    await readFigures('en');
    expect(cell.isAsked).toBe(false);
    await readFigures('en', { ...palletizing(), space: [] });
    expect(cell.isAsked).toBe(true);
  });
});
