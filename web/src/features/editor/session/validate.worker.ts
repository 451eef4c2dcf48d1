import type { Routine } from '@cellwright/domain/routine';
import { type CellEnvironment, validateRoutine } from '@cellwright/steps/contracts';

/** Validates routines in a worker, so that typing never waits for it. */
export interface ValidationTask {
  readonly number: number;
  readonly routine: Routine;
  readonly cell: CellEnvironment;
}

self.onmessage = ({ data: { number, routine, cell } }: MessageEvent<ValidationTask>) => {
  self.postMessage({ number, problems: validateRoutine(routine, cell) });
};
