import { realTimeOf, unlessAborted } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { ForceSample } from '@cellwright/equipment/capabilities';
import type { PortFailure, PortResult } from '@cellwright/steps/framework';
import type { PushEnd } from '../arm/mover.ts';
import type { CellEquipment } from '../cell.ts';
import type { SessionCore } from '../core/session-core.ts';

/** Silence after which a sensor counts as lost, ms: 6 mm of motion at the speed of a push. */
const silenceMS = 250;
/** Maximum wait for the first measurement of a sensor, ms. */
const firstSampleMS = 2000;
/** Noise, N: smaller forces are no contact, and smaller increases are ignored. */
const noiseNewtons = 2;
/** Factor of the wanted force at which the arm's own estimate also ends a push. */
const guardFactor = 2;

/** The force sensor of the cell during a push. */
export interface PushWatch {
  /** Force at which the controller ends the push by itself, N. */
  readonly guardNewtons: number;
  /**
   * Calls back once, until it is ended, with the reason why a motion that starts now has to end; the returned function
   * ends it.
   */
  begin(onEnd: (end: PushEnd) => void): () => void;
  close(): void;
}

/** The contact force of the tool: from the cell's enabled force sensor, else from the arm's estimate. */
export class ContactForce {
  readonly #core: SessionCore;
  readonly #equipment: Pick<CellEquipment, 'findForceSensor' | 'followForce'>;
  #measured: number | undefined;

  constructor(core: SessionCore, equipment: Pick<CellEquipment, 'findForceSensor' | 'followForce'>) {
    this.#core = core;
    this.#equipment = equipment;
  }

  /** Contact force, N; at the end of the last push if a sensor measured it. 0 without contact. */
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
  /** Minimum force since the motion began: a decreasing force is ignored. */
  #least = Number.POSITIVE_INFINITY;
  #onEnd: ((end: PushEnd) => void) | undefined;
  #onFirst: () => void = () => undefined;
  #cancelSilence: () => void = () => undefined;

  constructor(parts: SensorWatchParts) {
    this.#parts = parts;
    this.guardNewtons = parts.newtons * guardFactor;
  }

  /** Waits for the first measurement of the sensor. */
  async first(signal: AbortSignal): Promise<'measures' | 'stopped' | PortFailure> {
    const clock = realTimeOf(this.#parts.core.clock);
    const firstSample = new Promise<void>((resolve) => {
      const cancel = clock.schedule(firstSampleMS, () => {
        this.#lose('it does not answer');
        resolve();
      });
      this.#onFirst = () => {
        cancel();
        resolve();
      };
      if (this.#force !== undefined || this.#lost) this.#onFirst();
    });
    await unlessAborted(firstSample, signal);
    this.#onFirst();
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

  /** Ends a push only for a growing force, so that moving away from a contact is possible. */
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
