import type { Clock } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import { allPorts, type DeviceOutput, type IOLevel, type IOLevels, ioPortName } from '@cellwright/domain/robot';
import type { PortsResult, PortsTransport, SimulatedBox } from './ports.ts';

/** A control box in memory: drivers set its outputs, simulators set its inputs. */
export class BoxInMemory implements SimulatedBox {
  readonly #clock: Clock;
  readonly #pulses = new Map<string, { readonly levelAfter: IOLevel; readonly isHeld: boolean; cancel(): void }>();
  readonly #listeners = new Set<() => void>();
  #wrench: readonly number[] = [];
  #levels: Record<string, IOLevel> = Object.fromEntries(allPorts.map((ref) => [ioPortName(ref), 'low']));

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  levels(): IOLevels | undefined {
    return this.#levels;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  flangeWrench(): readonly number[] {
    return this.#wrench;
  }

  /** Applies an external load to the flange from now on: force, N, and torque, N·m, in its frame; empty for none. */
  press(wrench: readonly number[]): void {
    this.#wrench = wrench;
  }

  force(name: string, level: IOLevel | 'released'): void {
    this.#write(name, level === 'released' ? 'low' : level);
  }

  open(): PortsTransport {
    return {
      levels: () => this.levels(),
      onChange: (listener) => this.onChange(listener),
      setOutputs: async (outputs, { signal } = {}) => this.set(outputs, signal),
      close: () => undefined,
    };
  }

  protected set(outputs: readonly DeviceOutput[], signal: AbortSignal | undefined): PortsResult {
    if (signal?.aborted)
      return { ok: false, failure: { kind: 'aborted', wasSent: false, message: robotMessages.stopRequestedFirst } };
    const ended = outputs.find((output) => output.hold === 'renew' && !this.#pulses.get(ioPortName(output))?.isHeld);
    if (ended) {
      const message = `The pulse of ${ioPortName(ended)} has ended`;
      return { ok: false, failure: { kind: 'ended', wasSent: false, message } };
    }
    for (const output of outputs) {
      const name = ioPortName(output);
      const { level, pulseSeconds } = output;
      const pulse = this.#pulses.get(name);
      const levelAfter = pulse?.levelAfter ?? this.#levels[name] ?? 'low';
      pulse?.cancel();
      this.#pulses.delete(name);
      this.#write(name, level);
      if (pulseSeconds !== undefined)
        this.#endLater(name, { levelAfter, seconds: pulseSeconds, isHeld: output.hold !== undefined });
    }
    return { ok: true };
  }

  /** Ends all held pulses, as a controller does at a stop. */
  endHolds(): void {
    this.endPulses({ heldOnly: true });
  }

  /** Ends all pulses, as a controller does that loses its commander. */
  protected endPulses({ heldOnly = false } = {}): void {
    for (const [name, { levelAfter, isHeld, cancel }] of [...this.#pulses]) {
      if (heldOnly && !isHeld) continue;
      cancel();
      this.#pulses.delete(name);
      this.#write(name, levelAfter);
    }
  }

  protected tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #endLater(name: string, pulse: { levelAfter: IOLevel; seconds: number; isHeld: boolean }): void {
    const { levelAfter, seconds, isHeld } = pulse;
    const cancel = this.#clock.schedule(seconds * 1000, () => {
      this.#pulses.delete(name);
      this.#write(name, levelAfter);
    });
    this.#pulses.set(name, { levelAfter, isHeld, cancel });
  }

  #write(name: string, level: IOLevel): void {
    if (this.#levels[name] === level) return;
    this.#levels = { ...this.#levels, [name]: level };
    this.tell();
  }
}
