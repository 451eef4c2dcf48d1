import type { ControllerState } from '@cellwright/controller-link';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import { Recording, type RecordingParts } from './recording.ts';

/** Maximum duration of recording after the end of a run, until the arm has stopped, ms. */
const afterEndMS = 1000;
const closeWithinMS = 2000;
/** Maximum drift of the clocks of two machines, s/s. */
const drift = 2e-4;

export interface RunRecorderParts extends RecordingParts {
  readonly writer: RecordingParts['writer'] & { close(timeoutMS: number): Promise<void> };
}

/**
 * Records each run of a robot as clients see it: the state and its changes, and every position that the controller
 * reports. Nothing waits for it.
 */
export class RunRecorder {
  private recording: Recording | undefined;
  /** From the controller's clock to ours, seconds. */
  private offset = Number.POSITIVE_INFINITY;
  private lastTime = 0;
  private lastPositions: readonly number[] | undefined;
  private cancelEnd: (() => void) | undefined;
  private readonly parts: RunRecorderParts;

  constructor(parts: RunRecorderParts) {
    this.parts = parts;
  }

  /** Records a state of the controller. */
  noteMotion({ time, positions }: Pick<ControllerState, 'time' | 'positions'>): void {
    const now = this.parts.clock.now() / 1000;
    const since = time - this.lastTime;
    // The state with the least delay gives the best time, but clocks drift. A restarted controller counts from 0 again.
    this.offset = since < 0 ? now - time : Math.min(this.offset + drift * since, now - time);
    this.lastTime = time;
    this.lastPositions = positions;
    this.recording?.addPlace(time + this.offset, positions);
  }

  /** Records the state after a patch, and the patch. */
  notePatch(state: RobotSessionState, { patch }: Pick<StatePatch, 'patch'>): void {
    if (patch.length === 0) return;
    const { run } = state;
    const isOpen = run?.status === 'running' || run?.status === 'paused';
    if (isOpen && run.id !== this.recording?.runID) {
      this.finish();
      this.recording = new Recording(run, state, this.parts);
      if (state.isControllerConnected && this.lastPositions) this.recording.addPlaceAtBegin(this.lastPositions);
      return;
    }
    this.recording?.addChange(state, patch);
    if (this.recording && !isOpen) this.cancelEnd ??= this.parts.clock.schedule(afterEndMS, () => this.finish());
  }

  /** Writes what is recorded. */
  async close(): Promise<void> {
    this.finish();
    await this.parts.writer.close(closeWithinMS);
  }

  private finish(): void {
    this.cancelEnd?.();
    this.cancelEnd = undefined;
    this.recording?.end();
    this.recording = undefined;
  }
}
