import type { RegisterTable } from '@cellwright/domain/equipment';
import type { IOLevel } from '@cellwright/domain/robot';
import { decodeRegisters, encodeRegisters, namedOrders, wordsOf } from '../../framework/register-format.ts';
import {
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
} from '../../framework/sim.ts';
import { TableSim } from '../../framework/table-sim.ts';
import { SimulatedHaasControl } from '../../transport/haas/simulated-control.ts';
import { type CNCMachineConfig, cncMachineContract } from './contract.ts';
import { programName } from './contract-dispatcher.ts';
import type { MachineOutput, MachineSensor } from './contract-fields.ts';
import { MachineWires } from './machine-wires.ts';
import { ReportedMachine } from './reported-sim.ts';
import { MachineBehaviour, type MachineSide } from './sim-behaviour.ts';

type Names = 'machine' | 'door' | 'workholding' | 'readiness';

export const cncMachineSim: SimDefinition<typeof cncMachineContract> = {
  contract: cncMachineContract,
  create(config, context) {
    if (config.deviceInterface === 'controlBoxIO') return new WiredMachine(config, context);
    if (config.deviceInterface === 'mtConnect') return new ReportedMachine(config, context);
    return config.deviceInterface === 'modbusTCP'
      ? new ModbusMachine(config, context)
      : new HaasMachine(config, context);
  },
};

/** Wired only: it receives no program number. */
class WiredMachine implements EquipmentSim<Names> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly #wires: MachineWires;
  readonly #behaviour: MachineBehaviour;

  constructor(config: CNCMachineConfig, context: SimContext) {
    this.#wires = new MachineWires(config, context);
    this.#behaviour = new MachineBehaviour(config, context.clock, this.faults, {
      drive: (sensor, level) => this.#wires.drive(sensor, level),
      isSet: (output) => this.#wires.isSet(output),
      setCommand: () => undefined,
      command: () => 0,
      parameter: () => 0,
      show: () => undefined,
    });
    this.simulated = this.#behaviour;
  }

  async start(port: number): Promise<number> {
    this.#wires.follow((place, value) => this.#behaviour.told(place, value));
    this.#behaviour.showAll();
    return port;
  }

  async close(): Promise<void> {
    this.#wires.end();
  }

  /** There is no connection except the wires. */
  dropConnections(): void {}
}

/** A Haas control, with wires beside it. */
class HaasMachine implements EquipmentSim<Names> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly lines: SimulatedHaasControl;
  readonly #wires: MachineWires;
  readonly #behaviour: MachineBehaviour;

  constructor(config: CNCMachineConfig, context: SimContext) {
    const { commandMacro, parameterMacro, dispatcherProgram } = config.cycle;
    const { clock } = context;
    this.#wires = new MachineWires(config, context);
    this.lines = new SimulatedHaasControl({
      clock,
      faults: this.faults,
      onWrite: (variable, value) => {
        if (variable === commandMacro) this.#behaviour.requested(value);
        this.#behaviour.told(`macro ${variable}`, value);
      },
    });
    const side: MachineSide = {
      drive: (sensor, level) => {
        if (sensor.via === 'network') this.lines.macros.set(sensor.macroVariable, valueFor(sensor, level));
        else this.#wires.drive(sensor, level);
      },
      isSet: (output) => this.#wires.isSet(output),
      setCommand: (code) => void this.lines.macros.set(commandMacro, code),
      command: () => this.lines.macros.get(commandMacro) ?? 0,
      parameter: () => this.lines.macros.get(parameterMacro) ?? 0,
      show: (state, partCount) => {
        this.lines.partCount = partCount;
        const name = programName(dispatcherProgram);
        this.lines.program = state === 'running' ? undefined : { name, state: state === 'alarm' ? 'ALARM ON' : 'IDLE' };
      },
    };
    this.#behaviour = new MachineBehaviour(config, clock, this.faults, side);
    this.simulated = this.#behaviour;
    this.#behaviour.showAll();
  }

  start(port: number): Promise<number> {
    this.connectWires();
    return this.lines.listen(port);
  }

  connectWires(): void {
    this.#wires.follow((place, value) => this.#behaviour.told(place, value));
    this.#behaviour.showAll();
  }

  close(): Promise<void> {
    this.#wires.end();
    return this.lines.close();
  }

  dropConnections(): void {
    this.lines.dropConnections();
  }
}

/** A machine with registers, with wires beside them. It has the registers of its configuration, and no others. */
class ModbusMachine extends TableSim<Names> {
  readonly simulated;
  readonly #config: CNCMachineConfig;
  readonly #wires: MachineWires;
  readonly #behaviour: MachineBehaviour;

  constructor(config: CNCMachineConfig, context: SimContext) {
    super(config.unitID, context.clock);
    this.#config = config;
    this.#wires = new MachineWires(config, context);
    const { commandRegister, parameterRegister } = config.cycle;
    this.#behaviour = new MachineBehaviour(config, context.clock, this.faults, {
      drive: (sensor, level) => this.#drive(sensor, level),
      isSet: (output) => this.#wires.isSet(output),
      setCommand: (code) => this.put('holdingRegister', commandRegister, [code]),
      command: () => this.wordsAt('holdingRegister', commandRegister, 1)[0] ?? 0,
      parameter: () => this.wordsAt('holdingRegister', parameterRegister, 1)[0] ?? 0,
      show: () => undefined,
    });
    this.simulated = this.#behaviour;
    for (const offset of [commandRegister, parameterRegister]) this.put('holdingRegister', offset, [0]);
    for (const output of listOutputs(config)) {
      if (output.via === 'network')
        this.put(output.type, output.offset, new Array<number>(wordsOf(output.format)).fill(0));
    }
    this.#behaviour.showAll();
  }

  override async start(port: number): Promise<number> {
    this.connectWires();
    return super.start(port);
  }

  connectWires(): void {
    this.#wires.follow((place, value) => this.#behaviour.told(place, value));
    this.#behaviour.showAll();
  }

  override async close(): Promise<void> {
    this.#wires.end();
    await super.close();
  }

  protected written(table: RegisterTable, offset: number, words: readonly number[]): void {
    const { commandRegister } = this.#config.cycle;
    if (table === 'holdingRegister' && offset === commandRegister) this.#behaviour.requested(words[0] ?? 0);
    const output = listOutputs(this.#config).find((each) => each.type === table && each.offset === offset);
    const value = output && decodeRegisters(words, output.format, namedOrders[output.order]);
    this.#behaviour.told(`${table} ${offset}`, Number(value ?? words[0]));
  }

  #drive(sensor: MachineSensor, level: IOLevel): void {
    this.#wires.drive(sensor, level);
    if (sensor.via !== 'network') return;
    const { type, offset, format, order } = sensor;
    this.put(type, offset, encodeRegisters(valueFor(sensor, level), format, namedOrders[order]) ?? [0]);
  }
}

function listOutputs({ autodoor, workholdings, cellSafe }: CNCMachineConfig): readonly MachineOutput[] {
  return [autodoor.open, autodoor.close, cellSafe, ...workholdings.flatMap(({ clamp, unclamp }) => [clamp, unclamp])];
}

/** The value of a place while its sensor has a level. */
function valueFor({ highWhen, highValue }: MachineSensor, level: IOLevel): number {
  if (level === 'high') return highWhen === 'equals' ? highValue : 1;
  return highWhen === 'equals' && highValue === 0 ? 1 : 0;
}
