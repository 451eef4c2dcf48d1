import type { RunnerClient } from '@cellwright/client';
import { walkSteps } from '@cellwright/domain/routine';
import type { Breakpoint, KeptBreakpoint, Watch } from '@cellwright/domain/run';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import { showError } from '../../../ui/toasts.ts';
import { useEditor } from '../editor-context.ts';
import { editBreakpoints } from './edit-breakpoints.ts';

/** Serialises changes: each is based on the state after the previous one. */
let lastChange: Promise<unknown> = Promise.resolve();

function change(work: () => Promise<unknown>): Promise<unknown> {
  lastChange = lastChange.then(work).catch(showError);
  return lastChange;
}

function breakpointsOf(runner: RunnerClient, routineID: string): readonly KeptBreakpoint[] {
  const debug = runner.status.state?.debug;
  return debug?.routineID === routineID ? debug.breakpoints : [];
}

/** Changes the breakpoints of the edited routine; subscribes to nothing, so that each row of the tree may use it. */
export function useBreakpoints() {
  const { routine } = useEditor().session;
  const runner = useRunner();
  const { id: routineID } = routine;
  const set = (next: (now: readonly KeptBreakpoint[]) => readonly Breakpoint[]) =>
    change(async () => {
      // Breakpoints of deleted steps are dropped.
      const ids = new Set([...walkSteps(routine.steps)].map(({ step }) => step.id));
      const breakpoints = next(breakpointsOf(runner, routineID)).filter(({ stepID }) => ids.has(stepID));
      const kept = JSON.stringify((await runner.send('setBreakpoints', { routineID, breakpoints })).breakpoints);
      await runner.waitFor(({ debug: now }) => JSON.stringify(now.breakpoints) === kept);
    });
  return {
    /** Sets a breakpoint before the step, or removes its breakpoints. */
    toggle: (stepID: string) =>
      set((now) =>
        now.some((other) => other.stepID === stepID)
          ? now.filter((other) => other.stepID !== stepID)
          : [...now, { stepID, when: 'before', condition: null, isEnabled: true }],
      ),
    edit: (seen: Breakpoint, patch: Partial<Omit<Breakpoint, 'stepID'>>) =>
      set((now) => editBreakpoints(now, seen, patch)),
    remove: (seen: Breakpoint) => set((now) => editBreakpoints(now, seen, undefined)),
  };
}

/** Returns the debugger of the robot's session, as far as it concerns the edited routine. */
export function useDebugger() {
  const routineID = useEditor().session.routine.id;
  const runner = useRunner();
  const { edit, remove } = useBreakpoints();
  const debug = useRobot(({ state }) => (state?.debug.routineID === routineID ? state.debug : undefined));
  const setWatches = (watches: readonly Watch[]) =>
    change(() => runner.send('setWatches', { watches: watches.map(({ expression }) => ({ expression })) }));
  return {
    breakpoints: debug?.breakpoints ?? [],
    watches: debug?.watches ?? [],
    disabledStepIDs: debug?.disabledStepIDs ?? [],
    edit,
    remove,
    watch: (watch: Watch) => setWatches([...(debug?.watches ?? []), watch]),
    unwatch: (index: number) => setWatches((debug?.watches ?? []).filter((_, at) => at !== index)),
  };
}

/** Returns the debugger marks of a step's row. */
export function useStepMarks(stepID: string) {
  const routineID = useEditor().session.routine.id;
  return useRobot(({ state }) => {
    const debug = state?.debug;
    if (debug?.routineID !== routineID) return { breakpoint: undefined, isSkipped: false };
    const own = debug.breakpoints.filter((breakpoint) => breakpoint.stepID === stepID);
    const isOn = own.some(({ isEnabled }) => isEnabled);
    const kind = own.some(({ condition }) => condition !== null) ? ('conditional' as const) : ('plain' as const);
    return {
      breakpoint: own.length === 0 ? undefined : isOn ? kind : ('off' as const),
      isSkipped: debug.disabledStepIDs.includes(stepID),
    };
  });
}
