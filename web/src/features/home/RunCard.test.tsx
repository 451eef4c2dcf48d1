// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { BrokenDevice } from '../../parts/next-action.ts';
import { RunCard } from './RunCard.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const robot = vi.hoisted(() => ({ status: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
}));
vi.mock('../../ui/AppLink.tsx', () => ({ AppLink: () => undefined }));
vi.mock('./LoadedVersion.tsx', () => ({ LoadedVersion: () => undefined }));
vi.mock('./CycleFigures.tsx', () => ({ default: () => undefined }));
vi.mock('./RunningStep.tsx', () => ({ default: () => undefined }));
vi.mock('./use-elapsed.ts', () => ({ useElapsed: () => 0 }));

async function readCard(broken: BrokenDevice | undefined, language: 'en' | 'de' = 'en'): Promise<string> {
  const routine = { id: 'routine_1', name: 'Pick', version: 2, stepCount: 4 };
  robot.status = { state: { ...idleSession(), brakes: 'disengaged', routine }, isStale: false };
  return readText(renderToStaticMarkup(await wrapIn(language, <RunCard broken={broken} />)));
}

describe('RunCard', () => {
  it('shows the arm as ready while every device of the routine works', async () => {
    expect(await readCard(undefined)).toContain('The arm is ready.');
  });

  it('names the device of the routine that does not work instead', async () => {
    const silent = await readCard({ name: '2FG7', isReached: false });
    expect(silent).toContain('‘2FG7’ does not answer. Check it before you play.');
    expect(silent).not.toContain('The arm is ready.');
    expect(await readCard({ name: '2FG7', isReached: true })).toContain('‘2FG7’ has an error.');
    expect(await readCard({ name: '2FG7', isReached: false }, 'de')).toContain('„2FG7“ antwortet nicht.');
  });

  it('gives the reason for which the cell paused the run by itself', async () => {
    const pauseReason = 'Ada has control but lost the connection. Take over control, then resume';
    const run = { id: 'run_1', status: 'paused', waitingFor: null, currentStepID: null, currentStepPath: null };
    const show = async (reason: string | null) => {
      const element = document.createElement('div');
      const root = createRoot(element);
      robot.status = { state: { ...idleSession({ kind: 'RoutineRunning' }), run: { ...run, pauseReason: reason } } };
      const card = await wrapIn('en', <RunCard />);
      await act(async () => {
        root.render(card);
        await import('./RunNotes.tsx');
      });
      return { element, unmount: () => act(() => root.unmount()) };
    };
    const paused = await show(pauseReason);
    expect(paused.element.textContent).toContain(pauseReason);
    await paused.unmount();
    const asked = await show(null);
    expect(asked.element.querySelector('[data-testid="pause-reason"]')).toBeNull();
    await asked.unmount();
  });
});
