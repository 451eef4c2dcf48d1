import { runMessages } from '@cellwright/domain/messages';
import type { RunStop } from '@cellwright/domain/run';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { Playing } from './run-factory.ts';

/** Ends the run with its cycle. @param stop source of the first request. */
export function stopAfterCycle({ store }: SessionCore, playing: Playing | undefined, stop: RunStop): Answer {
  if (!playing || playing.ending) return notRunning;
  playing.stopAfterCycle ??= stop;
  playing.engine.stopAfterCycle();
  showStopAfterCycle(store, true);
  return accepted;
}

/** Takes a stop after the cycle back. */
export function continueAfterCycle({ store }: SessionCore, playing: Playing | undefined): Answer {
  if (!playing || playing.ending) return notRunning;
  if (!playing.engine.continueAfterCycle())
    return refuse('conflict', 'The cycle and the run have ended. Continue the run');
  playing.stopAfterCycle = undefined;
  showStopAfterCycle(store, false);
  return accepted;
}

/** Shows clients whether the run ends with its cycle; a run that was stopped before that is not shown so. */
export function showStopAfterCycle(store: SessionCore['store'], isWanted: boolean): void {
  if (!store.state.run || store.state.run.isStoppingAfterCycle === isWanted) return;
  store.update(({ run }) => {
    if (run) run.isStoppingAfterCycle = isWanted;
  });
}

const notRunning = refuse('routine_must_be_running', runMessages.noneRunning);
