import type { DeviceResult } from '../../capabilities/capability.ts';
import type { MachineCommand, MachineReading } from '../../capabilities/machine.ts';
import type { SendFailure } from '../../framework/device-lines.ts';
import { notWired } from '../../framework/place-fields.ts';
import type { CNCMachineConfig } from './contract.ts';
import { machineOutputSchema, takesRequests } from './contract-fields.ts';
import { refuseProgram, refuseToStart } from './interlocks.ts';
import { explain, fail, late, type MachineAccess, noConnection, stopped } from './machine-access.ts';

const pollMS = 50;
type Result = DeviceResult<MachineReading>;
export type CycleCommand = Extract<MachineCommand, { action: 'prepare' | 'start' | 'acknowledge' }>;

/** Starts programs of a machine: requests one, pulses cycle start, and waits until the machine has taken it. */
export class Cycle {
  readonly #config: CNCMachineConfig;
  readonly #machine: MachineAccess;
  /** A request was sent, and the machine may not have accepted it. */
  #isRequested = false;

  constructor(config: CNCMachineConfig, machine: MachineAccess) {
    this.#config = config;
    this.#machine = machine;
  }

  carryOut(command: CycleCommand, signal: AbortSignal): Promise<Result> {
    if (command.action === 'start') return this.#start(command.program, signal);
    return command.action === 'prepare' ? this.#prepare(signal) : this.#acknowledge(signal);
  }

  /** Takes the request back unless the machine has it. */
  async cancel(): Promise<void> {
    if (!this.#isRequested) return;
    this.#isRequested = false;
    await this.#machine.request.clear(new AbortController().signal);
  }

  async #prepare(signal: AbortSignal): Promise<Result> {
    const { request } = this.#machine;
    const before = await this.#machine.refresh();
    if (!before) return noConnection;
    if (before.machine.request === 'running') return fail('deviceFault', 'The machine is running a requested program');
    const refusal = refuseToStart(this.#config, before);
    if (refusal !== undefined) return fail('deviceFault', refusal);
    const failure = before.machine.request === 'none' ? undefined : await request.clear(signal);
    if (failure) return explain(failure);
    const after = await this.#machine.refresh();
    if (!after) return noConnection;
    if (after.machine.request !== 'none')
      return fail('deviceFault', 'The machine has just accepted an earlier request');
    return { ok: true, value: after.machine };
  }

  async #acknowledge(signal: AbortSignal): Promise<Result> {
    const { request } = this.#machine;
    const before = await this.#machine.refresh();
    if (!before) return noConnection;
    if (before.machine.request === 'running' || before.machine.request === 'requested')
      return fail('deviceFault', 'The program of the machine has not ended');
    const failure = await request.clear(signal);
    if (failure) return explain(failure);
    return { ok: true, value: { ...before.machine, request: 'none' } };
  }

  async #start(program: number, signal: AbortSignal): Promise<Result> {
    const { request } = this.#machine;
    const refused = refuseProgram(program);
    if (refused !== undefined) return fail('outOfRange', refused);
    const before = await this.#machine.refresh();
    if (!before) return noConnection;
    const refusal = refuseToStart(this.#config, before);
    if (refusal !== undefined) return fail('deviceFault', refusal);
    const { request: open } = before.machine;
    if (open !== 'none' && takesRequests(this.#config.deviceInterface))
      return fail('deviceFault', 'The machine holds an earlier request. Prepare the machine first');
    if (signal.aborted) return stopped;
    this.#isRequested = true;
    const failure = await request.send(program, signal);
    if (failure && failure.kind !== 'unknown') this.#isRequested = false;
    if (failure) return explain(failure);
    const notPulsed = await this.#pulse(signal);
    if (notPulsed) {
      await this.cancel();
      return explain(notPulsed);
    }
    return this.#whenTaken(program, signal);
  }

  async #pulse(signal: AbortSignal): Promise<SendFailure | undefined> {
    const { startOutput, startPulseSeconds } = this.#config.cycle;
    if (startOutput === notWired) return undefined;
    const pulse = machineOutputSchema.parse({ via: 'port', ioPort: startOutput, pulseSeconds: startPulseSeconds });
    return this.#machine.places.send(pulse, signal);
  }

  /** A machine that has already run the program has also accepted it. */
  async #whenTaken(program: number, signal: AbortSignal): Promise<Result> {
    const { clock } = this.#machine;
    const deadline = clock.now() + this.#config.cycle.startTimeoutMS;
    while (!signal.aborted) {
      const reading = await this.#machine.refresh();
      const request = reading?.machine.request;
      if (reading && (request === 'running' || request === 'done')) {
        this.#isRequested = false;
        return { ok: true, value: { ...reading.machine, requestedProgram: program } };
      }
      if (reading?.machine.status === 'fault') {
        await this.cancel();
        return fail('deviceFault', `The machine has a fault: ${reading.machine.detail ?? 'no detail'}`);
      }
      if (clock.now() >= deadline) {
        await this.cancel();
        return late(this.#machine, 'The machine did not start the program. Check the cycle-start wire and MEM mode');
      }
      await clock.sleep(pollMS);
    }
    return stopped;
  }
}
