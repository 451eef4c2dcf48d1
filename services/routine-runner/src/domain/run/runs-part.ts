import { accept } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import { moversPart } from './movers.ts';
import { RunControl } from './run-control.ts';
import { RunDebugger } from './run-debugger.ts';
import { stoppedBy } from './run-ending.ts';
import type { RunParts } from './run-factory.ts';
import { sessionExpressions } from './session-expressions.ts';
import { stopBy } from './stop-by.ts';
import { visualizationPart } from './visualization.ts';

export type RunsOutside = Omit<RunParts, 'core' | 'mover' | 'visualization'>;

function startRuns({ core, outside }: PartContext<RunsOutside>): RunControl {
  const { gate, run: mover } = moversPart.of(core);
  const debug: RunDebugger = new RunDebugger(core, () => sessionExpressions(core, runs.loaded, outside, 'watches'));
  const runs: RunControl = new RunControl(
    { ...outside, core, mover, visualization: visualizationPart.of(core) },
    gate,
    debug,
  );
  return runs;
}

/** Loads, plays, pauses and debugs routines. */
export const runsPart = definePart({
  name: 'runs',
  stopOrder: 10,
  start: startRuns,
  stop(runs, cause) {
    if (cause.kind === 'safeguard') runs.hold();
    else if (cause.kind !== 'failure') runs.stop(stoppedBy(cause.stop));
    else if (!cause.keepsRun) runs.stop({ status: 'failed', failure: cause.failure });
    else {
      runs.hold();
      runs.run?.note('failed', { failure: cause.failure });
    }
  },
  stateChanged: (runs) => runs.run?.followClock(),
  controlTaken: (runs) => void runs.pause(),
  begin: ({ loading }) => loading.restore(),
  close: ({ loading }) => loading.close(),
  giveUp: (runs) => runs.abandonJournal(),
  settle: (runs) => runs.settle(),
  messages: {
    loadRoutine: (runs, { routineID, version }) => runs.load(routineID, version ?? 0),
    unloadRoutine: (runs) => emptyResult(runs.loading.unload()),
    playRoutine: (runs, payload) => runs.play(payload),
    stepOnce: (runs, payload) => runs.step({ kind: 'stepOnce' }, payload),
    stepOver: (runs, payload) => runs.step({ kind: 'stepOver' }, payload),
    stepInto: (runs, payload) => runs.step({ kind: 'stepInto' }, payload),
    runTo: (runs, { stepID, isConfirmed }) => runs.runTo(stepID, { isConfirmed }),
    setBreakpoints: ({ debug }, { routineID, breakpoints }) => debug.setBreakpoints(routineID, breakpoints),
    setStepDisabled: ({ debug }, { stepID, isDisabled }) => debug.setStepDisabled(stepID, isDisabled),
    setWatches: ({ debug }, { watches }) => debug.setWatches(watches),
    pauseRoutine: (runs) => emptyResult(runs.pause()),
    async resumeRoutine(runs) {
      const resumed = await runs.resume();
      return resumed.ok ? accept({}) : resumed;
    },
    confirmStep: (runs, { stepID, input }) => emptyResult(runs.confirm(stepID, input)),
    cancelCountdown: (runs, { stepID }) => emptyResult(runs.prompts.cancelCountdown(stepID)),
    stopAfterCycle: (runs, _payload, caller) => emptyResult(runs.stopAfterCycle(stopBy(caller, 'afterCycle'))),
    continueAfterCycle: (runs) => emptyResult(runs.continueAfterCycle()),
    setVariableState: (runs, { variableID, value }) => emptyResult(runs.setVariable(variableID, value)),
  },
});
