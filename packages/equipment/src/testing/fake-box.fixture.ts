import { type DeviceOutput, type IOLevels, ioPortName } from '@cellwright/domain/robot';
import { BoxInMemory } from '../transport/box-in-memory.ts';
import type { PortsFailure, PortsResult } from '../transport/ports.ts';

/** For tests: a control box in memory that records its outputs and can fail. */
export class FakeBox extends BoxInMemory {
  /** Every output that was set, as 'Output 1 high', oldest first. */
  readonly log: string[] = [];
  isAway = false;
  /** Failure of the next commands; after 'unanswered' the outputs are set anyway. */
  failure: PortsFailure | undefined;

  override levels(): IOLevels | undefined {
    return this.isAway ? undefined : super.levels();
  }

  /** Disconnects the box or reconnects it. */
  setAway(isAway: boolean): void {
    this.isAway = isAway;
    if (isAway) this.endPulses();
    this.tell();
  }

  protected override set(outputs: readonly DeviceOutput[], signal: AbortSignal | undefined): PortsResult {
    const { failure } = this;
    if (!signal?.aborted && failure && !failure.wasSent) return { ok: false, failure };
    const result = super.set(outputs, signal);
    if (!result.ok) return result;
    for (const output of outputs) {
      const { level, pulseSeconds } = output;
      this.log.push(`${ioPortName(output)} ${level}${pulseSeconds === undefined ? '' : ` for ${pulseSeconds} s`}`);
    }
    return failure ? { ok: false, failure } : result;
  }
}
