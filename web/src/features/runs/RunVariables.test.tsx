// @vitest-environment happy-dom
import type { Run } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { cell } from '../../api/cell.ts';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { RunVariables } from './RunVariables.tsx';

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

async function show(): Promise<HTMLElement> {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <RunVariables run={run} />, new QueryClient());
  await act(() => root.render(page));
  return shown;
}

const expectText = (shown: HTMLElement, text: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(shown.textContent).toContain(text);
  });

afterEach(() => void vi.restoreAllMocks());

describe('The variables of an earlier run', () => {
  it('have their values at the end of its recording, of which nothing else is read', async () => {
    const variables = { v: { name: 'count', value: 7, isGlobal: false } };
    const state = { ...idleSession(), variables };
    const call = vi.spyOn(cell, 'call').mockResolvedValue({ runID: run.id, seconds: 10.2, joints: null, state });
    await expectText(await show(), 'count7');
    expect(call.mock.calls.map(([{ name }, input]) => [name, input])).toEqual([
      ['getReplayMoment', { id: run.id, seconds: 10.2 }],
    ]);
  });

  it('stay unknown without a recording, with the reason', async () => {
    vi.spyOn(cell, 'call').mockRejectedValue(new Error('not recorded'));
    await expectText(await show(), 'was not recorded');
  });
});
