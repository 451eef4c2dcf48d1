import type { Clock } from '@cellwright/domain/basics';
import type { RegisterTable } from '@cellwright/domain/equipment';
import type { IOLevel } from '@cellwright/domain/robot';
import { isWired } from '../../framework/place-fields.ts';
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
import type { SimulatedBox } from '../../transport/ports.ts';
import { type CustomDeviceConfig, customDeviceContract } from './contract.ts';
import type { CustomSensor } from './contract-fields.ts';
import { SimulatedBehaviour, valueFor } from './sim-behaviour.ts';

export const customDeviceSim: SimDefinition<typeof customDeviceContract> = {
  contract: customDeviceContract,
  create(config, context) {
    if (isWired(config.deviceInterface)) return new WiredSim(config, context);
    return config.deviceInterface === 'modbusTCP'
      ? new ModbusSim(config, context.clock)
      : new HaasSim(config, context.clock);
  },
};

/** At every simulated control box: follows its outputs and drives its inputs. */
class WiredSim implements EquipmentSim<'actions'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly #boxes: readonly SimulatedBox[];
  readonly #outputs: ReadonlySet<string>;
  readonly #sensors: readonly CustomSensor[];
  readonly #behaviour: SimulatedBehaviour;
  #endings: (() => void)[] = [];

  constructor(config: CustomDeviceConfig, { clock, boxes = [] }: SimContext) {
    this.#boxes = boxes;
    this.#sensors = config.sensors;
    this.#outputs = new Set(config.actions.flatMap(({ actionOutputs }) => actionOutputs.map(({ ioPort }) => ioPort)));
    this.#behaviour = new SimulatedBehaviour(config, clock, this.faults, ({ ioPort }, level) => {
      for (const box of boxes) box.force(ioPort, level);
    });
    this.simulated = { actions: this.#behaviour };
  }

  /** A wired device listens on no port, but its record keeps a port. */
  async start(port: number): Promise<number> {
    this.#endings = this.#boxes.map((box) => this.#follow(box));
    return port;
  }

  async close(): Promise<void> {
    for (const end of this.#endings) end();
    this.#endings = [];
    for (const box of this.#boxes) for (const { ioPort } of this.#sensors) box.force(ioPort, 'released');
  }

  /** There is no connection but the wires. */
  dropConnections(): void {}

  #follow(box: SimulatedBox): () => void {
    let last = box.levels();
    return box.onChange(() => {
      const before = last;
      last = box.levels();
      if (!last || !before) return;
      for (const name of this.#outputs)
        if (last[name] !== before[name]) this.#behaviour.told(name, Number(last[name] === 'high'));
    });
  }
}

/** Has the registers of its actions and sensors, all 0 at first, and no others. */
class ModbusSim extends TableSim<'actions'> {
  readonly simulated;
  readonly #config: CustomDeviceConfig;
  readonly #behaviour: SimulatedBehaviour;

  constructor(config: CustomDeviceConfig, clock: Clock) {
    super(config.unitID, clock);
    this.#config = config;
    this.#behaviour = new SimulatedBehaviour(config, clock, this.faults, (sensor, level) => this.#show(sensor, level));
    this.simulated = { actions: this.#behaviour };
    for (const { type, offset, format } of config.actions.flatMap(({ actionOutputs }) => actionOutputs))
      this.put(type, offset, new Array<number>(wordsOf(format)).fill(0));
    // A register shared by an output and a sensor has the value of the sensor.
    for (const sensor of config.sensors) this.#show(sensor, 'low');
  }

  protected written(table: RegisterTable, offset: number, words: readonly number[]): void {
    const outputs = this.#config.actions.flatMap(({ actionOutputs }) => actionOutputs);
    const output = outputs.find((each) => each.type === table && each.offset === offset);
    const value = output && decodeRegisters(words, output.format, namedOrders[output.order]);
    this.#behaviour.told(`${table} ${offset}`, Number(value ?? words[0]));
  }

  #show(sensor: CustomSensor, level: IOLevel): void {
    const { type, offset, format, order } = sensor;
    const words = encodeRegisters(valueFor(sensor, level), format, namedOrders[order]) ?? [0];
    this.put(type, offset, words);
  }
}

/** Has all macro variables, 0 at first. */
class HaasSim implements EquipmentSim<'actions'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly lines: SimulatedHaasControl;

  constructor(config: CustomDeviceConfig, clock: Clock) {
    const behaviour = new SimulatedBehaviour(config, clock, this.faults, (sensor, level) => {
      this.lines.macros.set(sensor.macroVariable, valueFor(sensor, level));
    });
    this.simulated = { actions: behaviour };
    this.lines = new SimulatedHaasControl({
      clock,
      faults: this.faults,
      onWrite: (variable, value) => behaviour.told(`macro ${variable}`, value),
    });
    for (const { id } of config.sensors) behaviour.setSensor(id, 'low');
  }

  start(port: number): Promise<number> {
    return this.lines.listen(port);
  }

  close(): Promise<void> {
    return this.lines.close();
  }

  dropConnections(): void {
    this.lines.dropConnections();
  }
}
