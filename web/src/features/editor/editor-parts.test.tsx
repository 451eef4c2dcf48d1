// @vitest-environment happy-dom
import type { Run } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { InEditor, nestedRoutine } from './editor.fixture.tsx';
import type { Editor } from './editor-context.ts';
import { StepPath } from './form/StepPath.tsx';
import { FailureCard } from './run/FailureCard.tsx';
import { Progress } from './run/Progress.tsx';
import { StepIcon } from './tree/StepIcon.tsx';
import { StepRow } from './tree/StepRow.tsx';
import { treeRows } from './tree/tree-rows.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const robot = vi.hoisted(() => ({ status: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
  useRunner: () => ({ status: robot.status }),
  useRobotKind: () => 'simulated',
}));
vi.mock('../../api/use-device-name.ts', () => ({ useDeviceName: () => undefined }));
vi.mock('@tanstack/react-router', () => ({ Link: () => null, useRouter: () => ({ history: {} }) }));

let end: () => Promise<void> = async () => undefined;
afterEach(() => end());

/** Shows a part of the editor while the robot has a state. */
async function show(part: ReactNode, state: object = idleSession(), language: 'en' | 'de' = 'en') {
  robot.status = { state };
  const seen: { editor?: Editor } = {};
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn(language, <InEditor seen={seen}>{part}</InEditor>);
  await act(() => root.render(page));
  end = async () => act(() => root.unmount());
  const press = (name: RegExp) =>
    act(() => [...shown.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))?.click());
  return { shown, seen, press, read: () => readText(shown.innerHTML) };
}

const wait = nestedRoutine.steps[0]?.steps?.[0]?.steps?.[0];
if (!wait) throw new Error('The routine has no nested step');
const rows = treeRows(nestedRoutine, new Set());

describe('The path to a step', () => {
  it('names the steps around it, outermost first, and selects one', async () => {
    const { seen, press, read } = await show(<StepPath step={wait} />);
    expect(read()).toBe('1 If › 1.1 Ten times');
    await press(/Ten times/);
    expect(seen.editor?.selection.focusID).toBe('loop');
  });

  it('stays empty for a step of the routine itself', async () => {
    const [first] = nestedRoutine.steps;
    const { read } = await show(first && <StepPath step={first} />);
    expect(read()).toBe('');
  });
});

describe('A row of the tree', () => {
  const rowOf = (id: string, isFailed = false) => {
    const row = rows.find(({ key }) => key === id);
    if (!row) throw new Error(`There is no row ${id}`);
    const act = { onSelect: () => undefined, onOpenLibrary: () => undefined };
    return <StepRow row={row} top={0} isActive={false} isFailed={isFailed} isTabStop={false} {...act} />;
  };

  it('carries a mark if the run failed in its step', async () => {
    const { shown } = await show(rowOf('wait', true));
    expect(shown.querySelector('[data-step="wait"]')?.getAttribute('data-failed')).toBe('true');
    await end();
    const other = await show(rowOf('wait'));
    expect(other.shown.querySelector('[data-step="wait"]')?.getAttribute('data-failed')).toBe('false');
  });

  it('names the kinds that the empty inside of a move accepts', async () => {
    const { read } = await show(rowOf('move/empty'));
    expect(read()).toBe('Optional: Arc');
    await end();
    const german = await show(rowOf('move/empty'), idleSession(), 'de');
    expect(german.read()).toBe('Optional: Arc');
  });
});

describe('The icon of a step', () => {
  it.each([
    ['MoveArmTo', 'Basic'],
    ['Loop', 'Control'],
    ['CNCRunProgram', 'Interface with other devices'],
  ])('has the colour of its section: %s', async (stepKind, section) => {
    const { shown } = await show(<StepIcon stepKind={stepKind} />);
    expect(shown.querySelector('svg')?.getAttribute('data-section')).toBe(section);
  });

  it('differs between kinds of a section, and is absent for an unknown kind', async () => {
    const { shown } = await show(<StepIcon stepKind="Loop" />);
    const loop = shown.innerHTML;
    await end();
    expect((await show(<StepIcon stepKind="If" />)).shown.innerHTML).not.toBe(loop);
    await end();
    expect((await show(<StepIcon stepKind="NoSuchKind" />)).shown.querySelector('svg')).toBeNull();
  });
});

const run: Run = {
  ...{ id: 'run_1', routineID: 'routine_1', routineName: 'Test', routineVersion: 2, robotKind: 'simulated' },
  ...{ isTwin: false, status: 'paused', startedAt: '2026-01-01T08:00:00.000Z', endedAt: null, cycleCount: 2 },
  ...{ cycleTimeSeconds: null, distanceMeters: 0, failure: null, stop: null, interruptedIn: null },
};

describe('The progress of a run', () => {
  const current = { ...run, currentStepID: 'condition', currentStepPath: '1' };
  const routine = { id: 'routine_1', version: 2, stepCount: 4 };

  it('names the step at which the run is halted, and the version that plays', async () => {
    const state = {
      ...{ ...idleSession(), run: current, routine },
      debug: { ...idleSession().debug, pausedAt: { stepID: 'wait', stepPath: '1.1.1' } },
    };
    const { shown, read } = await show(<Progress />, state);
    expect(read()).toContain('1.1.1');
    expect(shown.querySelector('[data-testid="played-version"]')?.textContent).toContain('2');
  });

  it('names the current step of a run that is not halted', async () => {
    const { shown, read } = await show(<Progress />, {
      ...idleSession(),
      run: current,
      routine: { ...routine, version: 3 },
    });
    expect(read()).toContain('Step 1 of 4');
    expect(shown.querySelector('[data-testid="played-version"]')).toBeNull();
  });
});

describe('The card of a failure', () => {
  const failure = { kind: 'MotionFailure', reason: 'The arm stopped', recoveryKind: 'Recoverable' } as const;

  it('selects the failed step and opens its form', async () => {
    const onShow = vi.fn();
    const state = { ...idleSession(), kind: 'Failure', failure: { ...failure, stepID: 'wait', stepPath: '1.1.1' } };
    const { seen, press } = await show(<FailureCard onShow={onShow} />, state);
    await press(/1\.1\.1/);
    expect(seen.editor?.selection.focusID).toBe('wait');
    expect(onShow).toHaveBeenCalledOnce();
  });

  it('offers no step of another routine', async () => {
    const state = { ...idleSession(), kind: 'Failure', failure: { ...failure, stepID: 'other', stepPath: '7' } };
    const { shown } = await show(<FailureCard onShow={() => undefined} />, state);
    expect(shown.querySelector('button')).toBeNull();
  });
});
