// @vitest-environment happy-dom
import type { Run } from '@cellwright/domain/run';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { type ReadEndValues, RunVariables } from './RunVariables.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
// The robot has played another run since.
vi.mock('../../api/use-robot.ts', () => ({ useRobot: () => undefined }));

const run: Run = {
  id: 'run_1',
  routineID: 'routine_1',
  routineName: 'Test',
  routineVersion: 3,
  robotKind: 'simulated',
  isTwin: false,
  status: 'completed',
  startedAt: '2026-01-01T08:00:00.000Z',
  endedAt: '2026-01-01T08:00:10.200Z',
  cycleCount: 1,
  cycleTimeSeconds: null,
  distanceMeters: 0,
  failure: null,
  stop: null,
  interruptedIn: null,
};

async function show(readEndValues: ReadEndValues): Promise<HTMLElement> {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <RunVariables run={run} readEndValues={readEndValues} />);
  await act(() => root.render(page));
  return shown;
}

const expectText = (shown: HTMLElement, text: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(shown.textContent).toContain(text);
  });

describe('The variables of an earlier run', () => {
  it('have their values at the end of its recording', async () => {
    const shown = await show(async () => ({ v: { name: 'count', value: 7, isGlobal: false } }));
    await expectText(shown, 'count7');
  });

  it('stay unknown without a recording, with the reason', async () => {
    const fail: ReadEndValues = () => Promise.reject(new Error('not recorded'));
    const shown = await show(fail);
    await expectText(shown, 'was not recorded');
  });
});
