import type { Clock } from '@cellwright/domain/basics';
import type { DeviceError, EquipmentLiveState } from '@cellwright/domain/equipment';
import * as z from 'zod';

const maxErrors = 20;
const failedSchema = z.object({ ok: z.literal(false), failure: z.object({ message: z.string() }) });

/** The newest errors of a device: of its state, and of commands that failed. */
export class ErrorLog {
  readonly #clock: Clock;
  #errors: readonly DeviceError[] = [];
  #current: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the error of a state when it begins. */
  addState({ error }: EquipmentLiveState): void {
    if (error === this.#current) return;
    this.#current = error;
    if (error !== undefined) this.#add(error);
  }

  /** Adds the failure of a command. */
  addResult(result: unknown): void {
    const failed = failedSchema.safeParse(result).data;
    if (failed) this.#add(failed.failure.message);
  }

  /** Returns the newest first. */
  list(): readonly DeviceError[] {
    return this.#errors;
  }

  #add(message: string): void {
    const error = { at: this.#clock.wallNow().toISOString(), message };
    this.#errors = [error, ...this.#errors].slice(0, maxErrors);
  }
}
