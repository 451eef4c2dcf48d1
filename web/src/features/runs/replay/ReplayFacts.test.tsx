// @vitest-environment happy-dom
import { routineSchema } from '@cellwright/domain/routine';
import type { RobotSessionState, Run } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { ReplayFacts } from './ReplayFacts.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const startedAt = '2026-01-01T08:00:00.000Z';
const run: Run = {
  id: 'run_1',
  routineID: 'routine_1',
  routineName: 'Test',
  routineVersion: 3,
  robotKind: 'simulated',
  isTwin: false,
  status: 'completed',
  startedAt,
  endedAt: '2026-01-01T08:00:10.200Z',
  cycleCount: 1,
  cycleTimeSeconds: null,
  distanceMeters: 0,
  failure: null,
  stop: null,
  interruptedIn: null,
};
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [{ id: 'a', stepKind: 'Wait', isDisabled: false }],
  stepConfigurations: { a: { stepKind: 'Wait', args: { milliseconds: 500 } } },
});

/** Renders the facts of an instant at which the step plays; `isKept` is true if the played version is still stored. */
async function factsAt(stepID: string, isKept: boolean): Promise<HTMLElement> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (isKept) queries.setQueryData(['played routine', 'routine_1', 3], routine);
  const played: RobotSessionState['run'] = {
    id: 'run_1',
    status: 'running',
    startedAt,
    currentStepID: stepID,
    currentStepPath: '1',
    cycleCount: 0,
    isStoppingAfterCycle: false,
    pauseReason: null,
    waitingFor: null,
    isInterrupted: false,
    cycleTimeSeconds: null,
    distanceMeters: 0,
  };
  const variables = { v: { name: 'Part there', value: false, isGlobal: false } };
  const instant = { at: 1, state: idleSession({ run: played, variables }), joints: null };
  const kinds = new Map([['a', 'Wait']]);
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <ReplayFacts run={run} instant={instant} kinds={kinds} />, queries);
  await act(() => root.render(page));
  return shown;
}

const stepOf = (shown: HTMLElement) => shown.querySelector('[data-testid=replay-step]')?.textContent;

describe('ReplayFacts', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no cell')));
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('shows the sentence of the step, as in the editor', async () => {
    expect(stepOf(await factsAt('a', true))).toBe('1 Wait 0.5 s');
  });

  it('shows the kind of the step if the played version is not stored', async () => {
    expect(stepOf(await factsAt('a', false))).toBe('1 Wait');
  });

  it('shows variables as words', async () => {
    expect((await factsAt('a', true)).textContent).toContain('Part thereOff');
  });
});
