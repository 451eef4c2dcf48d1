import type { MachineCommand, MachineReading } from '@cellwright/equipment/capabilities';

/** Length of a program, ms. */
export const programMS = 1200;

/** A machine tool of the fake cell: takes requests, and runs each program for a while. */
export class FakeMachine {
  /** Programs that ran, oldest first. */
  readonly cycles: number[] = [];
  isCellSafe = false;
  /** The clock that its programs take their time by. */
  now: () => number;
  readonly #hasFault: boolean;
  #startedAt: number | undefined;

  constructor(now: () => number, hasFault: boolean) {
    this.now = now;
    this.#hasFault = hasFault;
  }

  answer(command: MachineCommand): MachineReading {
    if (command.action === 'setCellSafe') this.isCellSafe = command.isSafe;
    if (command.action === 'prepare' || command.action === 'acknowledge') this.#startedAt = undefined;
    if (command.action === 'start') {
      this.#startedAt = this.now();
      this.cycles.push(command.program);
    }
    const reading = this.#read();
    return this.#hasFault && command.action === 'observe'
      ? { ...reading, status: 'fault', detail: 'ALARM ON' }
      : reading;
  }

  #read(): MachineReading {
    const partCount = this.cycles.length;
    if (this.#startedAt === undefined) return { status: 'idle', request: 'none', partCount };
    const isRunning = this.now() < this.#startedAt + programMS;
    return isRunning ? { status: 'running', request: 'running' } : { status: 'idle', request: 'done', partCount };
  }
}
