import { messages, realTimeOf } from '@cellwright/domain';
import type { ForceSample } from '@cellwright/equipment/capabilities';
import type { PortFailure, PortResult } from '@cellwright/steps/framework';
import type { PushEnd } from '../arm/mover.ts';
import type { CellEquipment } from '../cell.ts';
import type { SessionCore } from '../core/session-core.ts';

/** A sensor that has said nothing for this long is lost, ms: at the speed of a push, 6 mm of way. */
const silenceMS = 250;
/** For a sensor to say something for the first time, ms. */
const firstSampleMS = 2000;
/** Less than this is no contact, and a force that grows by less does not grow, N: noise. */
const noiseNewtons = 2;
/** The arm's own estimate ends a push, too: where it is this much more than the sensor was to measure. */
const guardFactor = 2;

/** The force sensor of the cell, while something is pushed by it. */
export interface PushWatch {
  /** What the controller is told to end the push at by itself, N. */
  readonly guardNewtons: number;
  /** Tells once, at any time until it is ended, why a motion that began now has to end; the returned function ends it. */
  begin(onEnd: (end: PushEnd) => void): () => void;
  close(): void;
}

/** What the tool presses with: by the cell's force sensor where one is switched on, else as the arm estimates it. */
export class ContactForce {
  readonly #core: SessionCore;
  readonly #equipment: Pick<CellEquipment, 'findForceSensor' | 'followForce'>;
  #measured: number | undefined;

  constructor(core: SessionCore, equipment: Pick<CellEquipment, 'findForceSensor' | 'followForce'>) {
    this.#core = core;
    this.#equipment = equipment;
  }

  /** N, as at the end of the last push where a sensor measured it; 0 for nothing. */
  get newtons(): number {
    return this.#measured ?? Math.hypot(...(this.#core.arm.state?.toolWrench.slice(0, 3) ?? []));
  }

  /** Follows the sensor for a push with a force, N. `undefined`: the cell has none. */
  async watch(newtons: number, signal: AbortSignal): Promise<PortResult<PushWatch | undefined>> {
    this.#measured = undefined;
    const { robotKind, isTwin } = this.#core;
    const found = await this.#equipment.findForceSensor();
    if (!found.ok || found.value === undefined) return found.ok ? { ok: true, value: undefined } : found;
    const { equipmentID, name } = found.value;
    const watch = new SensorWatch({
      core: this.#core,
      name,
      newtons,
      onForce: (measured) => {
        this.#measured = measured < noiseNewtons ? 0 : measured;
      },
    });
    watch.end = this.#equipment.followForce({ robotKind, isTwin, equipmentID }, (sample) => watch.take(sample));
    const first = await watch.first(signal);
    if (first === 'measures') return { ok: true, value: watch };
    watch.close();
    if (first === 'stopped') return { ok: false, stopped: true };
    return { ok: false, failure: first };
  }
}

interface SensorWatchParts {
  readonly core: SessionCore;
  readonly name: string;
  readonly newtons: number;
  readonly onForce: (newtons: number) => void;
}

class SensorWatch implements PushWatch {
  readonly guardNewtons: number;
  /** Ends following the sensor. */
  end: () => void = () => undefined;
  readonly #parts: SensorWatchParts;
  #force: number | undefined;
  #lost: PortFailure | undefined;
  /** The least force since the motion began: what only gets less is left alone. */
  #least = Number.POSITIVE_INFINITY;
  #onEnd: ((end: PushEnd) => void) | undefined;
  #onFirst: () => void = () => undefined;
  #cancelSilence: () => void = () => undefined;

  constructor(parts: SensorWatchParts) {
    this.#parts = parts;
    this.guardNewtons = parts.newtons * guardFactor;
  }

  /** Waits until the sensor has said something. */
  async first(signal: AbortSignal): Promise<'measures' | 'stopped' | PortFailure> {
    const clock = realTimeOf(this.#parts.core.clock);
    await new Promise<void>((resolve) => {
      const cancel = clock.schedule(firstSampleMS, () => {
        this.#lose('it does not answer');
        resolve();
      });
      this.#onFirst = () => {
        cancel();
        resolve();
      };
      if (this.#force !== undefined || this.#lost || signal.aborted) this.#onFirst();
      signal.addEventListener('abort', () => this.#onFirst(), { once: true });
    });
    if (signal.aborted) return 'stopped';
    return this.#lost ?? 'measures';
  }

  take(sample: ForceSample): void {
    this.#cancelSilence();
    if (sample.ok) {
      this.#force = Math.hypot(...sample.force);
      this.#parts.onForce(this.#force);
      const silent = () => this.#lose(`it has said nothing for ${silenceMS} ms`);
      this.#cancelSilence = realTimeOf(this.#parts.core.clock).schedule(silenceMS, silent);
      this.#judge(this.#force);
    } else this.#lose(sample.problem);
    this.#onFirst();
  }

  begin(onEnd: (end: PushEnd) => void): () => void {
    this.#onEnd = onEnd;
    this.#least = this.#force ?? Number.POSITIVE_INFINITY;
    if (this.#lost) this.#tell({ kind: 'failed', failure: this.#lost });
    return () => {
      this.#onEnd = undefined;
    };
  }

  close(): void {
    this.#cancelSilence();
    this.#onEnd = undefined;
    this.end();
  }

  /** Only what grows ends a push, so that the way out of a contact is open. */
  #judge(force: number): void {
    this.#least = Math.min(this.#least, force);
    if (force >= this.#parts.newtons && force >= this.#least + noiseNewtons) this.#tell({ kind: 'pressed' });
  }

  #lose(why: string): void {
    this.#lost ??= { kind: 'ExecutionFailure', message: messages.forceSensorLost(this.#parts.name, why) };
    this.#tell({ kind: 'failed', failure: this.#lost });
  }

  #tell(end: PushEnd): void {
    const tell = this.#onEnd;
    this.#onEnd = undefined;
    tell?.(end);
  }
}
