import type { DeviceResult } from '../../capabilities/capability.ts';
import type { DoorCommand, DoorState } from '../../capabilities/door.ts';
import type { WorkholdingCommand, WorkholdingState } from '../../capabilities/workholding.ts';
import type { CNCMachineConfig, CNCMachineLiveState } from './contract.ts';
import type { MachineOutput, WorkholdingConfig } from './contract-fields.ts';
import type { Interior } from './interior.ts';
import { refuseToOpen } from './interlocks.ts';
import { explain, fail, late, type MachineAccess, noConnection, stopped } from './machine-access.ts';
import type { Reading } from './reading.ts';

const pollMS = 50;

interface Move {
  /** The part of the machine in messages. */
  readonly name: string;
  readonly output: MachineOutput;
  readonly timeLimitMS: number;
  /** Called before the command is sent. Returns why it must not be sent. */
  prepare?(): Promise<string | undefined>;
  /** Called when the machine may have received the command. */
  onSent(): void;
  /** Called at the end of the move. */
  onReached?(): Promise<void>;
  sensed(reading: Reading): string;
  /** Position that its sensors show at the end of the move; undefined for a part without sensors. */
  readonly target: string | undefined;
  /** Minimum duration of a move without an end sensor, ms. */
  readonly settleTimeMS: number;
}

/** Moves the door and the workholdings of a machine, and waits for their sensors. */
export class MovedParts {
  readonly #config: CNCMachineConfig;
  readonly #machine: MachineAccess;
  readonly #interior: Interior;
  #door: DoorState['commanded'];
  readonly #holdings = new Map<string, WorkholdingState['commanded']>();

  constructor(config: CNCMachineConfig, machine: MachineAccess, interior: Interior) {
    this.#config = config;
    this.#machine = machine;
    this.#interior = interior;
  }

  state(reading: Reading | undefined): Pick<CNCMachineLiveState, 'door' | 'workholdings'> {
    const { autodoor, workholdings } = this.#config;
    return {
      ...(autodoor.isFitted ? { door: this.#doorState(reading) } : {}),
      workholdings: workholdings.map((holding) => this.#holdingState(holding, reading)),
    };
  }

  async moveDoor({ action }: DoorCommand, signal: AbortSignal): Promise<DeviceResult<DoorState>> {
    const { isFitted, open, close, opened, closed, timeLimitMS, settleTimeMS } = this.#config.autodoor;
    if (!isFitted || (action !== 'open' && action !== 'close'))
      return fail('outOfRange', `The door has no action '${action}'. Choose open or close`);
    const commanded = action === 'open' ? 'open' : 'closed';
    return this.#move(
      {
        name: 'door',
        output: action === 'open' ? open : close,
        timeLimitMS,
        ...(commanded === 'closed' && { prepare: () => this.#interior.take() }),
        onSent: () => {
          this.#door = commanded;
          this.#interior.leave();
        },
        onReached: () => this.#interior.reach(commanded),
        sensed: ({ door }) => door,
        target: commanded,
        settleTimeMS: (action === 'open' ? opened : closed).via === 'none' ? settleTimeMS : 0,
      },
      (reading) => this.#doorState(reading),
      signal,
    );
  }

  async moveWorkholding(
    { workholding, action }: WorkholdingCommand,
    signal: AbortSignal,
  ): Promise<DeviceResult<WorkholdingState>> {
    const holding = this.#find(workholding);
    if (!holding) return fail('outOfRange', `The machine has no workholding '${workholding}'. Choose another`);
    const { id, name, clamp, unclamp, clamped, unclamped, timeLimitMS, settleTimeMS } = holding;
    const commanded = action === 'clamp' ? 'clamped' : 'unclamped';
    const hasSensor = clamped.via !== 'none' || unclamped.via !== 'none';
    return this.#move(
      {
        name: `'${name}'`,
        output: action === 'clamp' ? clamp : unclamp,
        timeLimitMS,
        onSent: () => void this.#holdings.set(id, commanded),
        sensed: ({ workholdings }) => workholdings.get(id) ?? 'unknown',
        target: hasSensor ? commanded : undefined,
        settleTimeMS: (action === 'clamp' ? clamped : unclamped).via === 'none' ? settleTimeMS : 0,
      },
      (reading) => this.#holdingState(holding, reading),
      signal,
    );
  }

  async #move<State>(move: Move, tell: (reading: Reading) => State, signal: AbortSignal): Promise<DeviceResult<State>> {
    const before = await this.#machine.refresh();
    if (!before) return noConnection;
    const refusal = refuseToOpen(before);
    if (refusal !== undefined) return fail('deviceFault', refusal);
    const unready = await move.prepare?.();
    if (unready !== undefined) return fail('deviceFault', unready);
    const failure = await this.#machine.places.send(move.output, signal);
    if (!failure || failure.kind === 'unknown') move.onSent();
    return failure ? explain(failure) : this.#whenThere(move, tell, signal);
  }

  async #whenThere<State>(
    { name, timeLimitMS, sensed, target, settleTimeMS, onReached }: Move,
    tell: (reading: Reading) => State,
    signal: AbortSignal,
  ): Promise<DeviceResult<State>> {
    const { clock } = this.#machine;
    const sentAt = clock.now();
    const deadline = sentAt + timeLimitMS + settleTimeMS;
    while (!signal.aborted) {
      const reading = await this.#machine.refresh();
      const isSettled = clock.now() >= sentAt + settleTimeMS;
      if (reading && isSettled && (target === undefined || sensed(reading) === target)) {
        await onReached?.();
        return { ok: true, value: tell(reading) };
      }
      if (clock.now() >= deadline) {
        const where = reading ? sensed(reading) : 'unknown';
        return late(
          this.#machine,
          `The ${name} of the machine is not ${target} within ${timeLimitMS} ms: it is ${where}`,
        );
      }
      await clock.sleep(pollMS);
    }
    return stopped;
  }

  #find(wanted: string): WorkholdingConfig | undefined {
    const { workholdings } = this.#config;
    if (wanted === '' && workholdings.length === 1) return workholdings[0];
    return workholdings.find(({ id }) => id === wanted) ?? workholdings.find(({ name }) => name === wanted);
  }

  #doorState(reading: Reading | undefined): DoorState {
    return { ...(this.#door && { commanded: this.#door }), sensed: reading?.door ?? 'unknown' };
  }

  #holdingState({ id, name }: WorkholdingConfig, reading: Reading | undefined): WorkholdingState {
    const commanded = this.#holdings.get(id);
    return { id, name, ...(commanded && { commanded }), sensed: reading?.workholdings.get(id) ?? 'unknown' };
  }
}
