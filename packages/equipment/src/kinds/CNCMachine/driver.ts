import { type Readiness, readinessCheckIDs } from '@cellwright/domain/equipment';
import type { DeviceResult } from '../../capabilities/capability.ts';
import type { DoorCommand, DoorState } from '../../capabilities/door.ts';
import type { MachineCommand, MachineReading } from '../../capabilities/machine.ts';
import type { WorkholdingCommand, WorkholdingState } from '../../capabilities/workholding.ts';
import { type CommandEnds, DeviceDriver } from '../../framework/device-driver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import type { HaasControl } from '../../transport/haas/broker.ts';
import type { PortsTransport } from '../../transport/ports.ts';
import { type AgentReader, openAgent } from './agent-reader.ts';
import { CellSafe } from './cell-safe.ts';
import { type CNCMachineConfig, type CNCMachineLiveState, cncMachineContract } from './contract.ts';
import { Cycle } from './cycle.ts';
import { Interior } from './interior.ts';
import { explain, fail, type MachineAccess, stopped, unknown } from './machine-access.ts';
import { MovedParts } from './moved-parts.ts';
import { MachinePlaces } from './places.ts';
import { checkReadiness } from './readiness.ts';
import { openControl, type Reading, readMachine } from './reading.ts';
import { openRequest, type ProgramRequest } from './request.ts';

const pollMS = 500;
const commandPollMS = 50;
const reconnectDelayMS = 1000;

export const cncMachineDriver: DriverDefinition<typeof cncMachineContract> = {
  contract: cncMachineContract,
  create: (config, context) => new CNCMachineDriver(config, context),
};

/** Follows a machine tool, and starts its programs, its door and its workholdings. */
class CNCMachineDriver
  extends DeviceDriver<CNCMachineLiveState>
  implements EquipmentDriver<CNCMachineLiveState, 'machine' | 'door' | 'workholding' | 'readiness'>
{
  readonly capabilities = {
    machine: { actuate: (command: MachineCommand, signal: AbortSignal) => this.#actuate(command, signal) },
    door: {
      actuate: (command: DoorCommand, signal: AbortSignal) =>
        this.#carryOut<DoorState>(signal, (within) => this.#parts.moveDoor(command, within)),
    },
    workholding: {
      actuate: (command: WorkholdingCommand, signal: AbortSignal) =>
        this.#carryOut<WorkholdingState>(signal, (within) => this.#parts.moveWorkholding(command, within)),
    },
    readiness: { check: (signal: AbortSignal) => this.#checkReadiness(signal) },
  };
  readonly #config: CNCMachineConfig;
  readonly #places: MachinePlaces;
  readonly #request: ProgramRequest;
  readonly #control: HaasControl | undefined;
  readonly #agent: AgentReader | undefined;
  readonly #cycle: Cycle;
  readonly #parts: MovedParts;
  readonly #interior: Interior;
  readonly #cellSafe: CellSafe;
  readonly #access: MachineAccess;
  readonly #robot: PortsTransport;
  #endListening: () => void = () => undefined;
  #reading: Reading | undefined;
  #error: string | undefined;

  constructor(config: CNCMachineConfig, context: DriverContext) {
    super(context.clock);
    this.#config = config;
    this.#places = new MachinePlaces(config, context);
    this.#request = openRequest(config, this.#places);
    this.#control = openControl(config, context);
    this.#agent = openAgent(config, context);
    this.#robot = context.openPorts();
    const access: MachineAccess = {
      ...{ clock: context.clock, places: this.#places, request: this.#request },
      refresh: () => this.#refresh(),
      isConnected: () => this.#reading !== undefined,
    };
    this.#access = access;
    this.#cycle = new Cycle(config, access);
    this.#cellSafe = new CellSafe(config, this.#places, context);
    this.#interior = new Interior(config, context.sharedSpace);
    this.#parts = new MovedParts(config, access, this.#interior);
  }

  override start(): void {
    this.#endListening = this.#places.onChange(() => void this.readNow());
    super.start();
    this.#cellSafe.start();
  }

  state(): CNCMachineLiveState {
    const { isSafe } = this.#cellSafe;
    const idle = this.#error !== undefined ? 'error' : this.#reading ? 'idle' : 'initializing';
    return {
      connected: this.#reading !== undefined,
      status: this.#reading && this.isCommanded ? 'busy' : idle,
      error: this.#error,
      machine: this.#machine(),
      ...(isSafe === undefined ? {} : { isCellSafe: isSafe }),
      ...this.#parts.state(this.#reading),
    };
  }

  /** Takes a request back that the machine has not taken. Doors and workholdings keep moving. */
  stopMotion(): Promise<void> {
    return this.#cycle.cancel();
  }

  protected async disconnect(): Promise<void> {
    this.#endListening();
    await this.#cellSafe.close();
    this.#robot.close();
    await Promise.all([this.#control?.close(), this.#agent?.close(), this.#places.close()]);
  }

  protected async read(): Promise<number> {
    const [config, places, request] = [this.#config, this.#places, this.#request];
    const read = await readMachine({ config, places, request, control: this.#control, agent: this.#agent });
    if (this.isClosing) return reconnectDelayMS;
    const isLost = 'lost' in read;
    this.#error = isLost ? `No connection to the machine: ${read.lost}` : undefined;
    this.#reading = isLost ? undefined : read;
    this.#interior.report(this.#reading);
    if (isLost) return reconnectDelayMS;
    return this.isCommanded ? commandPollMS : pollMS;
  }

  async #refresh(): Promise<Reading | undefined> {
    await this.readNow();
    return this.#reading;
  }

  #machine(): MachineReading {
    return this.#reading?.machine ?? { status: 'unknown', request: 'unknown' };
  }

  async #actuate(command: MachineCommand, caller: AbortSignal): Promise<DeviceResult<MachineReading>> {
    if (command.action === 'observe') {
      const reading = await this.#refresh();
      if (reading) return { ok: true, value: reading.machine };
      return explain({ kind: 'unreachable', message: this.#error ?? 'The machine has not answered yet' });
    }
    if (command.action !== 'setCellSafe')
      return this.#carryOut<MachineReading>(caller, (signal) => this.#cycle.carryOut(command, signal));
    // Also during another command: the end of a region does not wait for a door.
    const failure = await this.#cellSafe.set(command.isSafe, caller);
    return failure ? explain(failure) : { ok: true, value: this.#machine() };
  }

  async #carryOut<Outcome>(
    caller: AbortSignal,
    carryOut: (signal: AbortSignal) => Promise<DeviceResult<Outcome>>,
  ): Promise<DeviceResult<Outcome>> {
    const ends: CommandEnds<DeviceResult<Outcome>> = {
      busy: () => fail('busy', 'The machine is executing another command. Wait until it has ended'),
      stopped,
      closed: unknown,
    };
    const result = await this.runCommand(caller, ends, (signal) => {
      void this.readNow();
      return carryOut(signal);
    });
    void this.readNow();
    return result;
  }

  async #checkReadiness(caller: AbortSignal): Promise<Readiness> {
    const parts = {
      ...{ config: this.#config, machine: this.#access, robot: this.#robot },
      ...{ control: this.#control, agent: this.#agent },
    };
    const unchecked = (detail: string): Readiness => ({
      checks: readinessCheckIDs.map((id) => ({ id, result: 'unknown', detail })),
    });
    const ends: CommandEnds<Readiness> = {
      busy: () => unchecked('The machine is executing a command. Check again when it has ended'),
      stopped: unchecked('The check was stopped'),
      closed: unchecked,
    };
    return this.runCommand(caller, ends, async (signal) => ({
      checks: [...(await checkReadiness(parts, signal))],
    }));
  }
}
