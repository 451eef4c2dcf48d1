import type { RobotFrame } from '@cellwright/domain/run';
import type { createProofCell } from './proof-cell.ts';
import type { ProofClock } from './proof-clock.ts';
import type { RunRecorder } from './run-recorder.ts';

/** Observes the played steps, and may interfere. */
export interface RunObserver {
  /** The robot is ready, and nothing has been played. */
  readonly onReady?: (cell: ReturnType<typeof createProofCell>, clock: ProofClock, recorder: RunRecorder) => void;
  /** Called with the joint positions as clients of the robot would get them. */
  readonly onFrame?: (frame: RobotFrame) => void;
  /** Called after a device has changed its state. */
  readonly onDeviceState?: () => void;
  readonly onStepStarted?: (stepID: string) => void;
  readonly onStepEnded?: (stepID: string) => void;
}
