import { useEffect, useRef, useState } from 'react';
import { useRobot } from '../../../api/use-robot.ts';
import { findEntry } from '../../../parts/step-index.ts';
import { useEditor } from '../editor-context.ts';
import { useDryRunState } from '../session/use-dry-run-playback.ts';
import type { TreeRow } from '../tree/tree-rows.ts';

/** Tracks the row of the current step of the run, or of the played dry run, and keeps it in sight, unless the user has scrolled away. */
export function useActiveRow(rows: readonly TreeRow[], show: (index: number) => void) {
  const { session, dryRun } = useEditor();
  const { routine } = session;
  const [isLeft, setLeft] = useState(false);
  const dryRunState = useDryRunState(dryRun.played);
  const runningID = useRobot(({ state }) => {
    const isOn = state?.run?.status === 'running' || state?.run?.status === 'paused';
    if (!isOn || state.routine?.id !== routine.id) return undefined;
    // A halted run is before or after a step that does not play.
    return state.debug.pausedAt?.stepID ?? state.run?.currentStepID;
  });
  const stepID = dryRunState ? dryRunState.stepID : runningID;
  const index = indexOfVisible(rows, () => {
    const around: string[] = [];
    for (let at = findEntry(routine, stepID ?? ''); at; at = at.parent) around.push(at.step.id);
    return around;
  });
  const newestShow = useRef(show);
  newestShow.current = show;
  useEffect(() => {
    if (stepID == null) setLeft(false);
  }, [stepID]);
  useEffect(() => {
    if (index >= 0 && !isLeft) newestShow.current(index);
  }, [index, isLeft]);
  return {
    index,
    /** The user has scrolled away while something plays. */
    isLeft: isLeft && index >= 0,
    leave: () => index >= 0 && setLeft(true),
    follow: () => setLeft(false),
  };
}

/** Returns the index of the row of a step, or of its folded ancestor. */
function indexOfVisible(rows: readonly TreeRow[], stepAndAround: () => readonly string[]): number {
  for (const id of stepAndAround()) {
    const index = rows.findIndex(({ key }) => key === id);
    if (index >= 0) return index;
  }
  return -1;
}
