import type { programRequests } from '../../capabilities/machine.ts';
import type { OutputPlace, SendFailure } from '../../framework/device-lines.ts';
import { notWired } from '../../framework/place-fields.ts';
import type { CNCMachineConfig } from './contract.ts';
import { requestCodes } from './contract-dispatcher.ts';
import { takesRequests } from './contract-fields.ts';
import type { MachinePlaces } from './places.ts';

type Request = (typeof programRequests)[number];
export type RequestReading =
  | { readonly request: Request; readonly requestedProgram?: number }
  | { readonly lost: string };

/** The request of a program at a machine. Writes the request itself at most once per call. */
export interface ProgramRequest {
  /** @param isRunning whether the machine runs a program now */
  read(isRunning: boolean): Promise<RequestReading>;
  /** Takes a request back that the machine has not taken, and acknowledges the end of one that has run. */
  clear(signal: AbortSignal): Promise<SendFailure | undefined>;
  send(program: number, signal: AbortSignal): Promise<SendFailure | undefined>;
}

export function openRequest(config: CNCMachineConfig, places: MachinePlaces): ProgramRequest {
  return takesRequests(config.deviceInterface) ? new NetworkRequest(config, places) : new WiredRequest();
}

/** Two variables of the control, or two registers: the number of the program, then the command to run it. */
class NetworkRequest implements ProgramRequest {
  readonly #places: MachinePlaces;
  readonly #command: OutputPlace;
  readonly #parameter: OutputPlace;

  constructor({ cycle }: CNCMachineConfig, places: MachinePlaces) {
    this.#places = places;
    this.#command = placeOf(cycle.commandMacro, cycle.commandRegister);
    this.#parameter = placeOf(cycle.parameterMacro, cycle.parameterRegister);
  }

  async read(isRunning: boolean): Promise<RequestReading> {
    const command = await this.#places.value(this.#command);
    if ('lost' in command) return command;
    if ('problem' in command) return { request: 'unknown' };
    if (command.value === requestCodes.none) return { request: 'none' };
    const parameter = await this.#places.value(this.#parameter);
    if ('lost' in parameter) return parameter;
    const program = 'problem' in parameter ? {} : { requestedProgram: parameter.value };
    return { request: requestOf(command.value, isRunning), ...program };
  }

  async clear(signal: AbortSignal): Promise<SendFailure | undefined> {
    return this.#write(this.#command, requestCodes.none, signal);
  }

  async send(program: number, signal: AbortSignal): Promise<SendFailure | undefined> {
    const failure = await this.#write(this.#parameter, program, signal);
    if (failure) return failure;
    // Sent once, whatever the result: the machine may accept it before it can be read back.
    return this.#places.network?.send([{ ...this.#command, value: requestCodes.requested }], signal);
  }

  /** A value that may be written twice. Another client may also write it, so the value on the machine counts. */
  async #write(place: OutputPlace, value: number, signal: AbortSignal): Promise<SendFailure | undefined> {
    const sent = await this.#places.network?.send([{ ...place, value }], signal, { mayRepeat: true });
    return sent ?? this.#readBack(place, value);
  }

  async #readBack(place: OutputPlace, written: number): Promise<SendFailure | undefined> {
    const read = await this.#places.value(place);
    if ('lost' in read) return { kind: 'unknown', message: read.lost };
    if ('problem' in read) return { kind: 'refused', message: read.problem };
    if (read.value === written) return undefined;
    return { kind: 'refused', message: `The machine has ${read.value} instead of the written ${written}` };
  }
}

/**
 * A machine on wires: started by a pulse, it runs while its signal is on. It cannot report what it did before the
 * driver followed it.
 */
class WiredRequest implements ProgramRequest {
  #request: Request = 'unknown';

  async read(isRunning: boolean): Promise<RequestReading> {
    if (isRunning) this.#request = 'running';
    else if (this.#request === 'running') this.#request = 'done';
    return { request: this.#request };
  }

  async clear(): Promise<undefined> {
    this.#request = 'none';
  }

  async send(): Promise<undefined> {
    this.#request = 'requested';
  }
}

function requestOf(code: number, isRunning: boolean): Request {
  const { requested, running, done } = requestCodes;
  if (code === done) return 'done';
  if (code === requested) return isRunning ? 'running' : 'requested';
  return code > done && code <= running ? 'running' : 'unknown';
}

function placeOf(macroVariable: number, offset: number): OutputPlace {
  return {
    ...{ ioPort: notWired, level: 'high', pulseSeconds: 0, value: 0 },
    ...{ type: 'holdingRegister', offset, format: 'uint16', order: 'ABCD', macroVariable },
  };
}
