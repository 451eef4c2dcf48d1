// @vitest-environment happy-dom
import type { ProofReport } from '@cellwright/domain/run';
import { act, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { type DryRunPlayback, useDryRunPlayback, useDryRunState } from '../session/use-dry-run-playback.ts';
import DryRunBar from './DryRunBar.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const times = { durationSeconds: 4, planningSeconds: 0, movingSeconds: 0, deviceSeconds: 0, waitingSeconds: 0 };
const warning = {
  ...{ kind: 'littleClearance', severity: 'warning', stepID: 'wait', stepPath: '2' },
  ...{ message: 'Close', values: [] },
} satisfies ProofReport['findings'][number];
const report: ProofReport = {
  ...{ routineID: 'routine_1', routineVersion: 1, routineName: 'Test', outcome: 'completed', computedSeconds: 1 },
  findings: [warning],
  steps: [],
  totals: {
    ...times,
    ...{ cycleTimeSeconds: 4, cycleCount: 0, distanceMeters: 0, leastClearance: null },
    ...{ planCount: 0, reusedPlanCount: 0 },
  },
  recording: {
    seconds: 4,
    places: [
      [0, 0, 0, 0, 0, 0, 0],
      [4, 1, 0, 0, 0, 0, 0],
    ],
    steps: [
      { at: 0, stepID: 'turn' },
      { at: 2, stepID: 'wait' },
    ],
    bases: [],
    fingers: [],
    findings: [2],
  },
};

let root: Root | undefined;
afterEach(async () => {
  await act(() => root?.unmount());
});

interface Held {
  dryRun?: DryRunPlayback;
  change?: () => void;
}

/** Shows the bar and the step as the editor does. */
function Desk({ held }: { readonly held: Held }) {
  const [isOld, setOld] = useState(false);
  const dryRun = useDryRunPlayback({
    ...{ isRunning: false, error: undefined, ask: () => undefined, worstByStep: new Map() },
    report,
    isOld,
  });
  const state = useDryRunState(dryRun.played);
  useEffect(() => {
    held.dryRun = dryRun;
    held.change = () => setOld(true);
  }, [held, dryRun]);
  return (
    <>
      <output>{state?.stepID}</output>
      {dryRun.played && <DryRunBar played={dryRun.played} onClose={dryRun.close} />}
    </>
  );
}

/** Renders the bar of a dry run, which is old once `change` was called. */
async function show() {
  const shown = document.createElement('div');
  document.body.append(shown);
  const held: Held = {};
  root = createRoot(shown);
  const page = await wrapIn('en', <Desk held={held} />);
  await act(() => root?.render(page));
  return { shown, held, step: () => shown.querySelector('output')?.textContent };
}

describe('The bar of a dry run', () => {
  it('opens at the start and plays, with the findings as marks', async () => {
    const { shown, held, step } = await show();
    expect([held.dryRun?.canOpen, held.dryRun?.played]).toEqual([true, undefined]);
    await act(() => held.dryRun?.open());
    expect(held.dryRun?.played?.playback.status.isPlaying).toBe(true);
    expect(step()).toBe('turn');
    expect(shown.querySelectorAll('[data-kind=warning]')).toHaveLength(1);
    expect(shown.textContent).toContain('Dry run: not the current position of the arm');
  });

  it('follows the keys of the slider, and shows the step at that time', async () => {
    const { shown, held, step } = await show();
    await act(() => held.dryRun?.open());
    await act(() => {
      held.dryRun?.played?.playback.pause();
      held.dryRun?.played?.playback.goTo(0);
    });
    const slider = shown.querySelector('[role=slider]');
    const press = (key: string) =>
      act(() => void slider?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    await press('PageUp');
    await press('ArrowRight');
    expect(held.dryRun?.played?.playback.status.at).toBeCloseTo(2.1, 6);
    expect(held.dryRun?.played?.playback.source.joints?.[0]).toBeCloseTo(2.1 / 4, 6);
    expect(step()).toBe('wait');
    await press('Home');
    expect(step()).toBe('turn');
  });

  it('goes to the instant of a finding, and pauses there', async () => {
    const { held, step } = await show();
    await act(() => held.dryRun?.open());
    await act(() => held.dryRun?.goToFinding(warning));
    expect(held.dryRun?.played?.playback.status).toMatchObject({ at: 2, isPlaying: false });
    expect(step()).toBe('wait');
  });

  it('closes by its button, and when the routine changes', async () => {
    const { shown, held } = await show();
    await act(() => held.dryRun?.open());
    await act(() => shown.querySelector<HTMLElement>('[aria-label="Close the dry run"]')?.click());
    expect(held.dryRun?.played).toBeUndefined();
    await act(() => held.dryRun?.open());
    await act(() => held.change?.());
    expect([held.dryRun?.played, held.dryRun?.canOpen]).toEqual([undefined, false]);
  });
});
