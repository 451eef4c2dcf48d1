import type { Clock } from '@cellwright/domain/basics';
import {
  assemblySizes,
  commandResults,
  controlBits,
  type InputPartName,
  inputParts,
  type LineCommandBit,
  lineCommandBits,
  outputParts,
  readPart,
  statusBits,
  writePart,
} from '@cellwright/domain/robot';

/** Cyclic connection to the cell. */
export interface LineConnection {
  /** Returns the newest input assembly; undefined without a connection. */
  inputs(): Uint8Array | undefined;
  problem(): string;
  setOutputs(data: Uint8Array): void;
}

export interface LineControllerDeps {
  readonly connection: LineConnection;
  readonly clock: Clock;
  readonly report: (line: string) => void;
}

const pollMS = 20;
/** Time until the cell has taken a command. A routine is loaded in it. */
const commandMS = 20_000;
const connectMS = 10_000;
const [commandPart, , heartbeatPart] = outputParts;
/** Run statuses of the input assembly. */
const runStatuses = ['none', 'running', 'paused', 'completed', 'stopped', 'failed', 'interrupted'] as const;

/** Commands a cell as the program of a PLC does: by bits that rise, and the echo and result of each. */
export class LineController {
  readonly #deps: LineControllerDeps;
  readonly #outputs = new Uint8Array(assemblySizes.output);

  constructor(deps: LineControllerDeps) {
    this.#deps = deps;
  }

  /**
   * Plays the default routine of the cell again and again.
   * @throws Error with the reason when a command is refused, a run does not complete, or the connection is lost
   */
  async play(cycles: number, signal: AbortSignal): Promise<void> {
    await this.#waitFor('the connection', connectMS, signal, () => this.#deps.connection.inputs() !== undefined);
    this.#deps.report('Connected: this program owns the cell');
    this.#send(0);
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await this.#waitFor('the robot to be ready', commandMS, signal, () => this.#isReady());
      await this.command('Play', signal);
      await this.#waitFor('the run', commandMS, signal, () => this.#isRunning());
      await this.#waitFor('the end of the run', Number.POSITIVE_INFINITY, signal, () => !this.#isRunning());
      const status = this.#runStatus();
      if (status !== 'completed') throw new Error(`Cycle ${cycle}: the run is ${status}`);
      this.#deps.report(`Cycle ${cycle}: completed after ${this.#read('RunSeconds')} s`);
    }
  }

  /** Sets the bit of a command, waits for its result, and clears it. */
  async command(name: LineCommandBit, signal: AbortSignal): Promise<void> {
    const bit = 2 ** lineCommandBits.indexOf(name);
    this.#send(bit);
    const isTaken = () => this.#read('CommandEcho') === bit && this.#result() !== 'pending';
    await this.#waitFor(`the result of ${name}`, commandMS, signal, isTaken);
    const isRefused = this.#result() === 'refused';
    this.#send(0);
    await this.#waitFor(`the end of ${name}`, commandMS, signal, () => this.#read('CommandEcho') === 0);
    if (isRefused) throw new Error(`The cell refused ${name}. Control panel → External control shows the reason`);
    this.#deps.report(`${name}: accepted`);
  }

  /** Stops the robot, without waiting for the result. */
  stop(): void {
    this.#send(2 ** lineCommandBits.indexOf('Stop'));
  }

  #send(command: number): void {
    writePart(this.#outputs, commandPart, command);
    writePart(this.#outputs, heartbeatPart, this.#read('Heartbeat'));
    this.#deps.connection.setOutputs(this.#outputs);
  }

  async #waitFor(what: string, ms: number, signal: AbortSignal, isDone: () => boolean): Promise<void> {
    const { clock, connection } = this.#deps;
    const deadline = clock.now() + ms;
    while (!isDone()) {
      if (clock.now() > deadline) throw new Error(`Waited in vain for ${what}. ${this.#explain()}`);
      await clock.sleep(pollMS, signal);
      if (what !== 'the connection' && !connection.inputs()) throw new Error(connection.problem());
    }
  }

  #explain(): string {
    const { connection } = this.#deps;
    if (!connection.inputs()) return connection.problem();
    const set = statusBits.filter((name) => this.#has(name));
    return `Status of the cell: ${set.join(', ') || 'none'}`;
  }

  #isReady(): boolean {
    const mayCommand = 2 ** controlBits.indexOf('MayCommand');
    return this.#has('Ready') && Math.floor(this.#read('Control') / mayCommand) % 2 === 1;
  }

  #isRunning(): boolean {
    return this.#has('Running') || this.#has('Paused') || this.#runStatus() === 'running';
  }

  #has(name: (typeof statusBits)[number]): boolean {
    return Math.floor(this.#read('Status') / 2 ** statusBits.indexOf(name)) % 2 === 1;
  }

  #result(): (typeof commandResults)[number] {
    return commandResults[this.#read('CommandResult')] ?? 'none';
  }

  #runStatus(): (typeof runStatuses)[number] {
    return runStatuses[this.#read('RunStatus')] ?? 'none';
  }

  #read(wanted: InputPartName): number {
    const part = inputParts.find(({ name }) => name === wanted);
    const inputs = this.#deps.connection.inputs();
    return part && inputs ? readPart(inputs, part) : 0;
  }
}
